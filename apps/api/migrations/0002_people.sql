-- Users, sessions, password resets, invitations to the team of a vendor or of the platform, and API tokens.

create table users (
  id uuid primary key default uuidv7(),
  email text not null,
  name text not null,
  password_hash text not null,
  vendor_id uuid references vendors,
  is_platform boolean not null default false,
  role text check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint users__one_membership check (not (is_platform and vendor_id is not null)),
  constraint users__role_of_membership check ((role is not null) = (is_platform or vendor_id is not null))
);
create unique index users__email on users (lower(email));
create index users__vendor_id on users (vendor_id) where vendor_id is not null;
create index users__is_platform on users (id) where is_platform;

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions__user_id on sessions (user_id);
create index sessions__expires_at on sessions (expires_at);

-- One row per issued refresh token, which is stored only as a hash. A token has exactly one successor, which
-- is derived from the token, its salt and the service's secret.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  salt bytea not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  spent_at timestamptz(3)
);
create index refresh_tokens__session_id on refresh_tokens (session_id);

create table invitations (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  email text not null,
  name text not null,
  vendor_id uuid references vendors on delete cascade,
  is_platform boolean not null default false,
  role text not null check (role in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  constraint invitations__one_membership check (is_platform = (vendor_id is null))
);
create index invitations__vendor_id on invitations (vendor_id);

-- At most one row per user. A new reset replaces an earlier one.
create table password_resets (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

-- API tokens belong to a vendor or to the platform, not to the user who created them.
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
