-- The UNSPSC code of a variant in a column of its own, and documents that have neither a URL nor a file.
-- locks: only databases from before the first release have variants that the update changes.

-- The API returns the code as `unspc` in the variant's attributes.
alter table variants add column unspc text;

-- Such variants exist only in databases from before the first release. Later, such a change is made in batches.
update variants set unspc = attributes ->> 'unspc', attributes = attributes - 'unspc' where attributes ? 'unspc';

alter table product_documents drop constraint product_documents__has_content;
