-- True if texts contain a link, a web address or an email address. `searched` is searched_text(texts). Names of hosts
-- end in a common top-level domain or in two letters, except those that are common units. The first expression
-- is true for all of these and few other texts, and takes less time than the second. The function isn't strict, so that
-- it is inlined.
create or replace function has_links(texts text, searched text) returns boolean
  language sql immutable parallel safe
  return case when searched ~ '(://|mailto:|[.@][[:alpha:]]|\.[0-9]+\.)' then searched ~
      ('https?://|\mwww\.|mailto:|@[[:alnum:]][[:alnum:].-]*\.[[:alpha:]]{2}'
      '|\m[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\M'
      '|[[:alnum:]]\.(?!(?:ft|oz|mm|cm|lb|kg|ml|pc|pk|ea|yd|hp|qt|pt)\M)[a-z]{2}\M'
      '|[[:alnum:]]\.(?:com|net|org|info|biz|edu|gov|shop|store|online|app|dev|xyz|site|club|cloud|tech|link|page|live|world'
      '|global|email|web|website|space|top|vip|pro|name|mobi|asia|blog|news|group|company|market|marketplace|sale|deals|digital'
      '|network|agency|solutions|services|support|systems|trade|trading|tools|supply|supplies|parts|industries|media|social'
      '|chat|bio|ltd|gmbh|inc|llc|cat|рф|xn--[a-z0-9-]+)\M') else false end
    or strpos(texts, '<') > 0 and texts ~* '(https?://|\mwww\.|mailto:|<a[\s/>])';
