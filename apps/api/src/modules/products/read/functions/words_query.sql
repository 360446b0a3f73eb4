-- Returns a query for all words of a text, each as a prefix: 'AB-12 bolt' matches texts that contain AB
-- followed by a word that begins with 12, and a word that begins with bolt. Any text is safe. Returns null if
-- the text has no words.
create or replace function words_query(words text) returns tsquery
  language sql immutable parallel safe
  return to_tsquery('simple', (
    select string_agg('''' || search_words(word) || ''':*', ' & ')
    from regexp_split_to_table(words, '\s+') as word
    where search_words(word) ~ '\S'));
