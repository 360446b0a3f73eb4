-- Returns HTML in the form in which approval rules search it: readable text in lower case, as in folded_text, in two
-- forms, separated by U+001F, if these differ. In the first one, each tag of a block, such as a paragraph, is replaced by a
-- space, and all other tags are removed, because they don't separate words for readers. In the second one, all tags
-- are replaced by spaces. Other text between < and > isn't a tag and stays, as in 'a < b > c'.
create or replace function searched_html(html text) returns text
  language plpgsql immutable parallel safe as $$
declare
  spaced text := regexp_replace(html, '</?(?:blockquote|br|caption|col|colgroup|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|img|'
    'li|ol|p|pre|table|tbody|td|tfoot|th|thead|tr|ul)(?:[\s/][^<>]*)?>', ' ', 'gi');
  joined text := spaced;
begin
  if strpos(spaced, '<') > 0 then
    joined := regexp_replace(spaced, '</?[a-z!][^<>]*>', '', 'gi');
    spaced := regexp_replace(spaced, '</?[a-z!][^<>]*>', ' ', 'gi');
  end if;
  if strpos(html, '&') > 0 then
    joined := decoded_references(joined, true);
    spaced := decoded_references(spaced, false);
  end if;
  if spaced <> joined then
    joined := joined || E' \u001f ' || spaced;
  end if;
  return case when joined ~ '[^\t\n\r\u001f -~¡-§©«¬®°±¶·»¿-ÿ]' then folded_text(joined) else lower(joined) end;
end $$;
