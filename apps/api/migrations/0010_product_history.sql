-- The history of products: one row for each field of a product or variant that a change modified.

-- Returns the smallest version 7 UUID of a time, or of 1970 if the time is earlier. Ids of version 7 begin
-- with their time in milliseconds, so a condition on the time can be written as a condition on the id.
create function uuid_at(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from greatest(at, 'epoch')) * 1000)::bigint), 12, '0')
    || '70008000000000000000')::uuid;

-- Partitioned by the month (in UTC) in which a row was inserted. The id contains the time. There are no
-- foreign keys, because the history of a deleted product or variant stays.
-- variant_id: null if the field is one of the product itself.
-- field: a field name of the API, or CREATED or DELETED for a whole product or variant.
-- old_value, new_value: null if there is no value.
-- source_id: the id of the import job or shipment; null for other sources, which the request id identifies.
create table product_history (
  id uuid not null default uuidv7(),
  product_id uuid not null,
  vendor_id uuid not null,
  variant_id uuid,
  field text not null,
  old_value jsonb,
  new_value jsonb,
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  actor_is_platform boolean not null,
  request_id text,
  source_type text not null,
  source_id uuid,
  primary key (product_id, id)
) partition by range (id);

-- Creates the partition of the month that contains a time, unless it exists. The new table is attached rather
-- than created as a partition, because this doesn't block writes.
create function create_history_partition(at timestamptz) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', at at time zone 'UTC');
  name text := 'product_history_' || to_char(month, 'YYYY_MM');
begin
  if to_regclass(name) is null then
    execute format('create table %I (like product_history including defaults including constraints)', name);
    execute format('alter table product_history attach partition %I for values from (%L) to (%L)', name,
      uuid_at(month at time zone 'UTC'), uuid_at((month + interval '1 month') at time zone 'UTC'));
  end if;
end $$;

-- Creates the partitions of the current month and of the three months after it, unless they exist. Calls are
-- serialised by an advisory lock.
create function create_history_partitions() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7301006);
  for n in 0..3 loop
    perform create_history_partition(
      (date_trunc('month', now() at time zone 'UTC') + make_interval(months => n)) at time zone 'UTC');
  end loop;
end $$;

-- Drops the partitions that contain only rows older than 400 days. This blocks writes. If it would have to wait
-- for longer than a second, the function fails, and the next call tries again.
create function drop_old_history_partitions() returns void language plpgsql as $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(7301006), set_config('lock_timeout', '1s', true);
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'product_history'::regclass
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC'
        < now() - interval '400 days'
  loop
    execute format('drop table %I', name);
  end loop;
end $$;

select create_history_partitions();
