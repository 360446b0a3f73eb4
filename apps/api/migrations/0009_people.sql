-- Tokens of machines, tokens that set a new password, and the marketplace's unit of weight.

create index users__is_platform on users (id) where is_platform;

-- One a user: a new one is in place of the one before.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

-- They belong to the vendor or the platform, so nothing refers to whoever made them.
create table api_tokens (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  vendor_id uuid references vendors on delete cascade,
  is_platform boolean not null default false,
  name text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  constraint api_tokens__one_owner check (is_platform = (vendor_id is null))
);
create index api_tokens__vendor_id on api_tokens (vendor_id) where vendor_id is not null;
create index api_tokens__is_platform on api_tokens (id) where is_platform;

alter table settings add constraint settings__weight_unit check (weight_unit in ('lb', 'oz', 'kg', 'g'));
