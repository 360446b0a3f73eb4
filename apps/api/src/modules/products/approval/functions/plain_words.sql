-- Returns the words of a searched text, each between single spaces. The result contains ' free shipping ' if and only
-- if the text contains these two words next to each other. U+001F stays between the parts of a text.
create or replace function plain_words(searched text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(searched, '[^[:alnum:]\u001f]+', ' ', 'g')) || ' ';
