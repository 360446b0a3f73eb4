-- Prepares the partitions of events (0022): all events so far, and the next million, have numbers below a limit.
-- The constraint is checked for existing rows by the next migration, because this takes long if there are many, and
-- this one blocks requests.
do $$
declare
  first bigint;
begin
  lock table events in access exclusive mode;
  select case when exists (select from events) then last_value + 1000000 else 1 end into first from events_sequence;
  execute format('alter table events add constraint events__below_partitions check (sequence < %s) not valid', first);
end $$;
