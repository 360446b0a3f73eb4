-- The secret that all nodes of one installation share, as a keyed hash.

-- secret_fingerprint: of JWT_SECRET, which it does not reveal; null until a node starts with DATABASE_URL.
alter table installation add column secret_fingerprint bytea;
