-- The terms that products are classified by: categories (a tree), collections, tags, and facets with their
-- values.

create table categories (
  id uuid primary key default uuidv7(),
  parent_id uuid constraint categories__parent_id references categories on delete restrict,
  name text not null,
  slug text not null constraint categories__slug unique,
  image text,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint categories__not_own_parent check (parent_id <> id)
);
create index categories__parent_id on categories (parent_id);
create index categories__image on categories using hash (image) where image is not null;

create table collections (
  id uuid primary key default uuidv7(),
  name text not null,
  slug text not null constraint collections__slug unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table tags (
  id uuid primary key default uuidv7(),
  name text not null,
  slug text not null constraint tags__slug unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table facets (
  id uuid primary key default uuidv7(),
  name text not null,
  slug text not null constraint facets__slug unique,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table facet_values (
  id uuid primary key default uuidv7(),
  facet_id uuid not null references facets on delete cascade,
  name text not null,
  slug text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint facet_values__facet_id_slug unique (facet_id, slug)
);
