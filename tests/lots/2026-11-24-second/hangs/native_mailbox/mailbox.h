typedef struct mailbox mailbox;

mailbox *mailbox_new(int size);
int mailbox_put(mailbox *box, int value);
int mailbox_take(mailbox *box);
