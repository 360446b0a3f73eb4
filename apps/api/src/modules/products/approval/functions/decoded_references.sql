-- Returns an HTML text in which character references are replaced by their characters. Named references that aren't
-- listed here are replaced by a space if is_spaced is true, and stay otherwise. References to control characters are
-- removed, except those to white space.
create or replace function decoded_references(html text, is_spaced boolean) returns text
  language sql immutable strict parallel safe
begin atomic
  select string_agg(case
      when p.n = 1 then p.piece
      when r.number is not null then case
        when r.number in (9, 10, 12, 13) then ' '
        when r.number < 32 or r.number between 127 and 159 then ''
        when r.number between 55296 and 57343 or r.number > 1114111 then ' '
        else chr(r.number) end || substr(p.piece, length(r.reference) + 1)
      when r.name is not null then case lower(r.name)
        when 'amp' then '&' when 'lt' then '<' when 'gt' then '>' when 'quot' then '"' when 'apos' then ''''
        when 'period' then '.' when 'colon' then ':' when 'sol' then '/' when 'commat' then '@' when 'lowbar' then '_'
        when 'hyphen' then '-' when 'shy' then '' when 'zwnj' then '' when 'zwj' then ''
        when 'nbsp' then ' ' when 'ensp' then ' ' when 'emsp' then ' ' when 'thinsp' then ' '
        else case when is_spaced then ' ' else '&' || r.reference end end || substr(p.piece, length(r.reference) + 1)
      else '&' || p.piece end, '' order by p.n)
  from string_to_table(html, '&') with ordinality as p (piece, n)
    cross join lateral (
      -- HTML permits some references without a semicolon. An excessive number counts as an unknown character.
      select substring(p.piece from '(?i)^(?:#[0-9]+;?|#x[0-9a-f]+;?|(?:nbsp|shy|amp|lt|gt|quot);?|[a-z][a-z0-9]{1,31};)')
        as reference
      offset 0) f
    cross join lateral (
      select f.reference, rtrim(f.reference, ';') as name, case
        when f.reference ~* '^#x0*[0-9a-f]{1,6};?$'
          then ('x' || right('00000000' || rtrim(substr(f.reference, 3), ';'), 8))::bit(32)::integer
        when f.reference ~ '^#0*[0-9]{1,7};?$' then right(rtrim(substr(f.reference, 2), ';'), 7)::integer
        when f.reference ~ '^#' then 1114112 end as number
      offset 0) r;
end;
