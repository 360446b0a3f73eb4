-- Reason templates: texts for the reasons of decisions.

-- fields: the fields of a product for which a template is offered. A template without fields is offered for all of
-- them.
create table reason_templates (
  id uuid primary key default uuidv7(),
  code text collate "C" not null,
  text text not null,
  fields text[] not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint reason_templates__code unique (code)
);
