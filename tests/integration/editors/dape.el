;;; -*- lexical-binding: t -*-
;; dape with the recipe of docs/debug.md: does what PLAN says, and tells what it shows, for
;; test_debug_editors.py.
(require 'dape)

(defvar atfault-said nil)
(advice-add 'dape--warn :before (lambda (&rest what) (push (apply #'format what) atfault-said)))
(advice-add 'dape--repl-insert-error :before (lambda (text) (princ text 'external-debugging-output)))
(advice-add 'yes-or-no-p :override #'always)

(defun atfault-wait (what)
  (with-timeout (20 (error "Nothing came"))
    (while (not (funcall what)) (accept-process-output nil 0.01))))

(defun atfault-asked (ask)
  "What the function ASK hands to the callback that it is given."
  (let (came value)
    (funcall ask (lambda (&rest told) (setq came t value told)))
    (atfault-wait (lambda () came))
    value))

(defun atfault-connection () (dape--live-connection 'stopped t))
(defun atfault-frame () (dape--current-stack-frame (atfault-connection)))

(defun atfault-stack ()
  (let* ((connection (atfault-connection)) (thread (dape--current-thread connection)))
    (atfault-asked (lambda (then) (dape--stack-trace connection thread 20 then)))
    (vconcat
     (mapcar (lambda (frame)
               (format "%s %s:%s" (plist-get frame :name)
                       (file-name-nondirectory (plist-get (plist-get frame :source) :path))
                       (plist-get frame :line)))
             (plist-get thread :stackFrames)))))

(defun atfault-variables ()
  (let ((connection (atfault-connection)) (frame (atfault-frame)))
    (atfault-asked (lambda (then) (dape--scopes connection frame then)))
    (let ((scope (car (plist-get frame :scopes))))
      (atfault-asked (lambda (then) (dape--variables connection scope then)))
      (mapcan (lambda (one)
                (list (intern (concat ":" (plist-get one :name))) (plist-get one :value)))
              (plist-get scope :variables)))))

(defun atfault-go (command)
  (call-interactively command)
  (atfault-wait (lambda () (not (atfault-connection)))))

(defun atfault-do (name rest)
  (pcase name
    ("open" (switch-to-buffer (find-file-noselect (car rest))) nil)
    ("break"
     (with-current-buffer (find-file-noselect (car rest))
       (goto-char (point-min))
       (forward-line (1- (nth 1 rest)))
       (if (nth 2 rest) (dape-breakpoint-expression (nth 2 rest)) (dape-breakpoint-toggle)))
     nil)
    ("clear" (dape-breakpoint-remove-all) nil)
    ("begin" (dape (dape--config-eval 'atfault (car rest))) nil)
    ("stopped"
     (atfault-wait
      (lambda ()  ; what it shows is of the stop before while it asks
        (when-let* ((connection (atfault-connection)))
          (and (zerop (jsonrpc-continuation-count connection)) (atfault-frame)))))
     (atfault-stack))
    ("variables" (atfault-variables))
    ("evaluate"
     (pcase-let ((`(,body ,refused)
                  (atfault-asked
                   (lambda (then)
                     (dape--evaluate-expression (atfault-connection)
                                                (plist-get (atfault-frame) :id)
                                                (car rest) "repl" then)))))
       (or refused (plist-get body :result))))
    ("failure" (car (split-string (dape--exception-description (atfault-connection)) ":\n")))
    ("into" (atfault-go 'dape-step-in))
    ("over" (atfault-go 'dape-next))
    ("out" (atfault-go 'dape-step-out))
    ("on" (atfault-go 'dape-continue))
    ("finish" (call-interactively 'dape-kill))
    ("ended" (atfault-wait (lambda () (null dape--connections))))
    ("said" (vconcat atfault-said))))

(load (getenv "RECIPE") nil t)
(catch 'failed
  (dolist (one (append (json-parse-string (getenv "PLAN") :object-type 'plist :null-object nil) nil))
    (let* ((one (append one nil))
           (answer (condition-case told (atfault-do (car one) (cdr one))
                     (error (throw 'failed (message "%s: %S" (car one) told))))))
      (write-region (concat (json-serialize (vector (car one) (if (memq answer '(nil t)) :null answer)))
                            "\n")
                    nil (getenv "TOLD") t 'quiet))))
(kill-emacs)
