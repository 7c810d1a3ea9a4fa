"""What failing programs print, shared by tests."""

TRACEBACK = """\
warming up
Traceback (most recent call last):
  File "nb.py", line 15, in <module>
    main()
  File "/home/me/nb.py", line 14, in main
    print(gather(table, picks))
          ^^^^^^^^^^^^^^^^^^^^
IndexError: index is out of bounds
"""
