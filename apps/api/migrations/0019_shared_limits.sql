-- What all nodes must count together: the requests of each client, and failed sign-ins. Also the fingerprint of a
-- second secret, and rights of a database user that doesn't own the tables.

-- The requests of one client in its current window. A node leases shares of the client's limit from this row and
-- counts its requests itself, so that it needs a statement only for about every hundredth request. The rows are
-- worthless after ten minutes, so they aren't written to the log. A crash or a failover empties the table.
-- key: the name of the limit and the client's address, such as 'default 192.0.2.1'.
-- ends_at: the end of the window. An expired row counts as 0.
-- max_requests: the limit.
-- used: the requests that nodes have reported or leased.
-- granted: the size of the last lease.
create unlogged table rate_limits (
  key text primary key,
  ends_at timestamptz not null,
  max_requests bigint not null,
  used bigint not null,
  granted integer not null
) with (fillfactor = 50);
create index rate_limits__ends_at on rate_limits (ends_at);

-- Attempts to sign in whose password is being checked or was wrong. The row of a successful attempt is deleted.
-- account: the SHA-256 of the email address in lower case. It isn't stored as text, because people sometimes type
--   their password into the wrong field.
-- failed_at: null while the password is being checked. If this takes more than a minute, the node has died, and the
--   attempt counts as failed.
-- is_cleared: true if a later attempt for the account succeeded from the same address. The failure then counts only
--   for the address and for the account.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  address text not null,
  account bytea not null,
  started_at timestamptz not null default clock_timestamp(),
  failed_at timestamptz,
  is_cleared boolean not null default false
);
create index sign_in_attempts__address on sign_in_attempts (address, started_at);
create index sign_in_attempts__account on sign_in_attempts (account, started_at);
create index sign_in_attempts__started_at on sign_in_attempts (started_at);

-- second_secret_fingerprint: the fingerprint of the second value of JWT_SECRET of the node that started last.
alter table installation add column second_secret_fingerprint bytea;

-- Every node creates and drops partitions of the history. With this change, the database user of the nodes needs no
-- rights on the schema for that: the functions run with the rights of the owner of the tables.
do $$
declare
  signature regprocedure;
begin
  foreach signature in array
    array['create_history_partitions()', 'drop_old_history_partitions()']::regprocedure[]
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', signature, current_schema());
  end loop;
end $$;
