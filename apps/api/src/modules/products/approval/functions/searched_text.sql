-- Returns texts in the form in which approval rules search them; see searched_html. Most texts are plain ASCII without
-- HTML. These take little time. The function isn't strict, so that it is inlined.
create or replace function searched_text(texts text) returns text
  language sql immutable parallel safe
  return case when texts !~ '[^\t\n\r\u001f -%''-;=-~]' then lower(texts) when texts !~ '[<&]' then folded_text(texts)
    else searched_html(texts) end;
