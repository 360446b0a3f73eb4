-- True if edits of a product's moderated fields need approval. With other statuses they apply immediately.
create or replace function is_live(status text) returns boolean
  language sql immutable parallel safe
  return status in ('PUBLISHED', 'HIDDEN');
