-- Returns a text in the form in which texts and words are compared: with compatible characters replaced (NFKC), such
-- as full-width letters by ordinary ones, without invisible characters, and in lower case.
create or replace function folded_text(texts text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(regexp_replace(texts, '[\u0001-\u0008\u000e-\u001e\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'), nfkc));
