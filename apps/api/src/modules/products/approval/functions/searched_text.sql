-- Returns texts in the form in which approval rules search them; see searched_html. Most texts have no HTML and only
-- characters of ASCII and Latin-1 that folded_text doesn't change, except their case. These take little time. The function
-- isn't strict, so that it is inlined.
create or replace function searched_text(texts text) returns text
  language sql immutable parallel safe
  return case when texts !~ '[^\t\n\r\u001f -%''-;=-~¡-§©«¬®°±¶·»¿-ÿ]' then lower(texts) when texts !~ '[<&]' then folded_text(texts)
    else searched_html(texts) end;
