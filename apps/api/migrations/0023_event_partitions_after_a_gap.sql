-- Partitions of events after a gap in the numbers, such as the one that a restore leaves: the next partition begins after
-- the gap, and numbers in the gap don't count as events.
create or replace function create_event_partitions() returns void
language plpgsql as $$
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
    width := 5000000;
    if last > next then
      -- No event has a number between the last partition and this one.
      next := last + 1;
    else
      -- The events of the last 30 days, but only those after the last gap.
      width := greatest(width, last - greatest(
        (select sequence from event_marks where at <= now() - interval '30 days' order by at desc limit 1),
        (select max(p.low) from event_partitions p where not exists (select from event_partitions q where q.high = p.low)),
        0));
    end if;
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

-- The functions that manage partitions run with the rights of the owner of the tables. So that no caller can put a
-- temporary table before one of theirs, they search the temporary schema last.
do $$
declare
  signature regprocedure;
begin
  foreach signature in array array['create_history_partition(timestamptz)', 'create_history_partitions()',
    'drop_old_history_partitions()', 'create_event_partitions()', 'drop_old_event_partitions()']::regprocedure[]
  loop
    execute format('alter function %s security definer set search_path = %I, pg_temp', signature, current_schema());
  end loop;
end $$;
