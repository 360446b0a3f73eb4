-- Sets of watched changes: entries whose latest change was made by one bulk update or one upload are accepted together.
-- locks: no release has the table watched_changes yet, so it has no rows that a release has written

-- change_set_id: the id of the import job or of the bulk update that made the latest shown change. Null if another
--   request made it.
-- change_source: BULK_UPDATE or IMPORT_JOB. request_id: the id of its request.
alter table watched_changes add change_set_id uuid, add change_source text, add request_id text;

create index watched_changes__set on watched_changes (change_set_id, submitted_at, product_id)
  where is_waiting and change_set_id is not null;
create index watched_changes__single on watched_changes (submitted_at, product_id)
  where is_waiting and change_set_id is null;
create index watched_changes__single_vendor on watched_changes (vendor_id, submitted_at, product_id)
  where is_waiting and change_set_id is null;
