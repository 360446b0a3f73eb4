-- Returns the job that a worker processes next, or no row if there is nothing to do. The vendor whose last
-- turn is the longest ago is next, with the job that follows the job of that turn. A queued job is started if
-- fewer than max_running jobs of its vendor are running. Jobs in skipped are not returned. Calls are
-- serialised by an advisory lock, so that each call sees the changes of the previous ones. It is one function
-- rather than several statements, so that the lock is released even if the worker is killed during the call.
create or replace function take_import_turn(skipped uuid[], max_running integer) returns table (id uuid, vendor_id uuid)
language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(7301003);
  return query
    with next as materialized (
      select j.id, j.vendor_id
      from import_jobs j left join import_turns t on t.vendor_id = j.vendor_id
      where j.status in ('QUEUED', 'PROCESSING') and j.id <> all(skipped)
        and exists (select from import_chunks c where c.job_id = j.id and c.done_at is null)
        and (j.status = 'PROCESSING' or max_running > (
          select count(*) from import_jobs r where r.vendor_id = j.vendor_id and r.status = 'PROCESSING'))
      order by t.served_at nulls first, j.vendor_id, coalesce(j.id <= t.job_id, false), j.id
      limit 1
    ), waiting as (
      -- Skip a job that is locked because it is being cancelled.
      select j.id from import_jobs j join next on next.id = j.id
      where j.status = 'QUEUED' for no key update of j skip locked
    ), started as (
      update import_jobs j set status = 'PROCESSING', started_at = clock_timestamp()
      from waiting where j.id = waiting.id
    )
    insert into import_turns as t (vendor_id, job_id, served_at)
    select next.vendor_id, next.id, clock_timestamp() from next
    on conflict on constraint import_turns_pkey
      do update set job_id = excluded.job_id, served_at = excluded.served_at
    returning t.job_id, t.vendor_id;
end $$;
