-- Checks the constraint of 0020 for existing rows. This blocks no requests.
alter table events validate constraint events__below_partitions;
