-- What all nodes of one installation must agree on, so that a node that differs can refuse to start.

-- asset_store_id: of the folder that holds this database's files, which has it in its file store-id; null until the
-- first node starts. secret_fingerprint: a keyed hash of JWT_SECRET, which it does not reveal; null until a node starts
-- with DATABASE_URL.
create table installation (
  only_row boolean primary key default true check (only_row),
  asset_store_id text,
  secret_fingerprint bytea
);
insert into installation default values;
