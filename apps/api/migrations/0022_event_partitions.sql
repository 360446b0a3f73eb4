-- Partitions the events by their number, so that old ones are dropped instead of deleted.
-- expand: statements of earlier releases run unchanged on the partitioned table.
-- locks: events__below_partitions proves that no row of the default partition belongs elsewhere.

-- A feed is read in the order of the numbers, from some number on, so it reads one partition or few. The table so far
-- becomes the default partition. It has the events that the sequencer hasn't numbered yet, and those with
-- numbers below the first partition. Attaching it as the first partition, and creating partitions beside it,
-- takes no time, because events__below_partitions proves that none of its rows belongs to another partition.
alter table events rename to events_default;
alter index events_pkey rename to events_default_pkey;
alter index events__sequence rename to events_default__sequence;
alter index events__vendor_id_sequence rename to events_default__vendor_id_sequence;
alter index events__vendor_id_type_sequence rename to events_default__vendor_id_type_sequence;
alter index events__type_sequence rename to events_default__type_sequence;
alter index events__subject_id_sequence rename to events_default__subject_id_sequence;
alter index events__actor_id_sequence rename to events_default__actor_id_sequence;
-- Old events are found by their number.
drop index events__occurred_at;

create table events (like events_default including defaults) partition by range (sequence);
alter table events attach partition events_default default;
-- The default partition has these indexes already.
create unique index events__sequence on events (sequence);
create index events__vendor_id_sequence on events (vendor_id, sequence) where sequence is not null;
create index events__vendor_id_type_sequence on events (vendor_id, type, sequence) where sequence is not null;
create index events__type_sequence on events (type, sequence) where sequence is not null;
create index events__subject_id_sequence on events (subject_id, sequence) where sequence is not null;
create index events__actor_id_sequence on events (actor_id, sequence) where sequence is not null;

-- The partitions of events, except the default one: numbers from `low` to `high` - 1.
create view event_partitions as
  select c.oid::regclass as name, b.bounds[1]::bigint as low, b.bounds[2]::bigint as high
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''(\d+)''\) TO \(''(\d+)''\)') as b (bounds)
  where i.inhparent = 'events'::regclass and b.bounds is not null;

-- Creates partitions until there is room for five million more events, which is more than an hour's. A partition has
-- room for as many events as there were in the last 30 days, or for five million. Creating a partition blocks writes
-- for a moment. If the function would have to wait for longer than a second, it leaves the work to the next call,
-- or fails if there is room for less than a million. Calls are serialised by an advisory lock.
--
-- The functions run with the rights of the owner of the tables, so that the service can have fewer.
create function create_event_partitions() returns void
language plpgsql security definer set search_path from current as $$
declare
  last bigint;
  next bigint;
  width bigint;
begin
  perform pg_advisory_xact_lock(7301007), set_config('lock_timeout', '1s', true);
  select last_value into last from events_sequence;
  loop
    select coalesce(max(high), (
      select (regexp_match(pg_get_constraintdef(c.oid), 'sequence < (\d+)'))[1]::bigint
      from pg_constraint c where c.conname = 'events__below_partitions')) into next from event_partitions;
    exit when next - last > 5000000;
    width := greatest(5000000, last - coalesce((
      select sequence from event_marks where at <= now() - interval '30 days' order by at desc limit 1), 0));
    begin
      execute format('create table events_from_%s (like events including defaults)', next);
      execute format('alter table events attach partition events_from_%s for values from (%s) to (%s)',
        next, next, next + width);
    exception when lock_not_available then
      if next - last < 1000000 then
        raise;
      end if;
      exit;
    end;
  end loop;
end $$;

-- Drops the partitions that contain only events older than 400 days. This blocks requests. If it would have to wait for
-- longer than a second, the function fails, and the next call tries again.
create function drop_old_event_partitions() returns void
language plpgsql security definer set search_path from current as $$
declare
  old event_partitions;
begin
  perform pg_advisory_xact_lock(7301007), set_config('lock_timeout', '1s', true);
  for old in
    select * from event_partitions where high <= 1 + (
      select sequence from event_marks where at < now() - interval '400 days' order by at desc limit 1)
  loop
    execute format('drop table %s', old.name);
  end loop;
end $$;

select create_event_partitions();

alter function create_history_partitions() security definer set search_path from current;
alter function create_history_partition(timestamptz) security definer set search_path from current;
alter function drop_old_history_partitions() security definer set search_path from current;
