-- The settings that all nodes of an installation must share. A node with different settings refuses to start.

-- asset_store_id: the id of the folder that contains this database's files. The file store-id in that folder
-- contains the same id. Null until the first node starts.
-- secret_fingerprint: a keyed hash of JWT_SECRET, which doesn't reveal the secret. Null until a node starts
-- with DATABASE_URL.
create table installation (
  only_row boolean primary key default true check (only_row),
  asset_store_id text,
  secret_fingerprint bytea
);
insert into installation default values;
