-- The times by which a vendor should acknowledge and ship an order, and which of them were missed.
-- locks: settings and vendors have few rows

-- acknowledge_hours: hours from the placement of an order. ship_days: working days. Null in the settings: there is no
-- deadline. In a vendor, null means the value of the settings, and 0 means that there is no deadline.
alter table settings
  add column acknowledge_hours integer check (acknowledge_hours between 1 and 720),
  add column ship_days integer check (ship_days between 1 and 365);
alter table vendors
  add column acknowledge_hours integer check (acknowledge_hours between 0 and 720),
  add column ship_days integer check (ship_days between 0 and 365);

-- acknowledge_late_recorded, ship_late_recorded: null if the deadline was not missed so far, false if it was missed and the
-- event order.late isn't recorded yet, and true after that.
alter table suborders
  add column acknowledge_by timestamptz(3),
  add column ship_by timestamptz(3),
  add column acknowledge_late_recorded boolean,
  add column ship_late_recorded boolean;

-- Returns the deadline of a suborder that comes next, or that has passed. Null if none matters in its status.
create function suborder_due_at(status text, acknowledge_by timestamptz, ship_by timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case
    when status = 'CONFIRMED' then least(acknowledge_by, ship_by)
    when status = 'ACKNOWLEDGED' or status = 'PARTIALLY_SHIPPED' then ship_by end;

-- Returns the time from which an event order.late has to be recorded for a suborder, or null.
create function suborder_late_at(status text, acknowledge_by timestamptz, ship_by timestamptz,
    acknowledge_late_recorded boolean, ship_late_recorded boolean) returns timestamptz
  language sql immutable parallel safe
  return case
    when acknowledge_late_recorded = false or ship_late_recorded = false then '-infinity'::timestamptz
    else least(
      case when status = 'CONFIRMED' and acknowledge_late_recorded is null then acknowledge_by end,
      case when (status = 'CONFIRMED' or status = 'ACKNOWLEDGED' or status = 'PARTIALLY_SHIPPED')
        and ship_late_recorded is null then ship_by end) end;

-- A suborder that leaves a status after the deadline has missed it, even if no worker has noticed that yet. A trigger notes
-- this, so that changes by nodes of the previous release are noted, too.
create function note_missed_deadlines() returns trigger language plpgsql as $$
begin
  if old.status = 'CONFIRMED' and new.acknowledge_by < now() then
    new.acknowledge_late_recorded := coalesce(new.acknowledge_late_recorded, false);
  end if;
  if new.status in ('SHIPPED', 'DELIVERED', 'CANCELLED') and new.ship_by < now() then
    new.ship_late_recorded := coalesce(new.ship_late_recorded, false);
  end if;
  return new;
end $$;
create trigger note_missed_deadlines before update on suborders for each row
  when (old.status <> new.status and suborder_due_at(old.status, old.acknowledge_by, old.ship_by) < now())
  execute function note_missed_deadlines();
