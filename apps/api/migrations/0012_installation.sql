-- What all nodes of one installation must agree on, so that a node that differs can refuse to start.

-- asset_store_id: of the folder that holds this database's files, which has it in its file store-id; null until the
-- first node starts.
create table installation (
  only_row boolean primary key default true check (only_row),
  asset_store_id text
);
insert into installation default values;
