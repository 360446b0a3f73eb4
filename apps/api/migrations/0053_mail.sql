-- Mail: what people want to be told, the mails that wait or were sent, and the tokens of links in mails.

-- time_zone, daily_hour: when a person gets daily mails. time_zone null: that of the marketplace. frequencies: { subject: frequency } of the subjects for which the
-- person has chosen one.
-- refused_address: the address that a mail server has refused permanently, in lower case. Nothing more is sent to it.
create table mail_settings (
  user_id uuid primary key references users on delete cascade,
  time_zone text,
  daily_hour integer not null default 7 check (daily_hour between 0 and 23),
  frequencies jsonb not null default '{}',
  refused_address text,
  address_refused_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);

-- position: mails about all events up to this number were queued.
create table mail_progress (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into mail_progress (position) select coalesce(max(sequence), 0) from events;

-- A mail to a person about one subject. Until it is due, it collects events: at most one row for each person, vendor and
-- subject is neither claimed nor dropped.
-- user_id: the recipient. invitation_id: instead of it, the invitation whose address gets the mail.
-- vendor_id: the vendor that the mail is about. Null: the operator.
-- sequences: the numbers of the events, at most 100. event_count: the number of all of them.
-- key: mails that aren't collected have one, so that they are queued once: the number of an event, a day or an hour.
-- due_at: when it is to be sent. A worker that claims it sets a later time, after which any worker sends it again.
-- message_id: the header Message-ID, set by the first claim, so that a mail that is sent again has the same one.
-- attempts: attempts that have failed because of the recipient's mail server.
create table mails (
  id uuid primary key default uuidv7(),
  user_id uuid references users on delete cascade,
  invitation_id uuid references invitations on delete cascade,
  vendor_id uuid references vendors on delete cascade,
  subject text not null,
  sequences bigint[] not null default '{}',
  event_count integer not null default 0,
  key text,
  due_at timestamptz(3) not null,
  message_id text,
  attempts integer not null default 0,
  sent_at timestamptz(3),
  dropped_at timestamptz(3),
  drop_reason text,
  created_at timestamptz(3) not null default now(),
  constraint mails__recipient check ((user_id is null) <> (invitation_id is null))
) with (fillfactor = 70);
create unique index mails__collecting on mails (user_id, vendor_id, subject) nulls not distinct
  where key is null and message_id is null and dropped_at is null;
create unique index mails__key on mails (user_id, invitation_id, vendor_id, subject, key) nulls not distinct
  where key is not null;
create index mails__due_at on mails (due_at) where sent_at is null and dropped_at is null;
create index mails__sent_at on mails (user_id, subject, sent_at) where sent_at is not null;
-- For deletions: of old mails, and of the rows that they refer to.
create index mails__created_at on mails (created_at);
create index mails__invitation_id on mails (invitation_id) where invitation_id is not null;
create index mails__vendor_id on mails (vendor_id) where vendor_id is not null;

-- Tokens that were mailed. They are accepted as long as the token of the invitation or password reset is: parent_hash is
-- the hash of that one.
create table mail_links (
  token_hash bytea primary key,
  parent_hash bytea not null,
  expires_at timestamptz(3) not null
);
create index mail_links__expires_at on mail_links (expires_at);

-- mail_color: the colour of mails, such as #0f7a68. Null: the colour of the service.
alter table settings add column mail_color text;
