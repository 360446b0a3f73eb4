-- Rows of the tables that are empty in a new demo marketplace, for the dump that `npm run freeze` writes.

insert into sessions (user_id, expires_at) select id, now() + interval '30 days' from users;
insert into refresh_tokens (hash, session_id, salt, expires_at, spent_at)
  select sha256(id::text::bytea), id, '\x00ff27', expires_at, case when user_id < id then now() end from sessions;
insert into invitations (token_hash, email, name, vendor_id, role, expires_at)
  select sha256(id::text::bytea), 'new@' || slug || '.test', 'O''Neil, "Al" \ Łukasz', id, 'EDITOR', now() from vendors;
insert into password_resets (user_id, token_hash, expires_at)
  select id, sha256(id::text::bytea), now() from users where vendor_id is not null;
insert into idempotency_keys (scope, key, request_hash, status, headers, body)
  select id::text, 'order ' || n, '\xc0ffee', 201, '{"location": "/api/v1"}', E'{"note": "line 1\\nline 2 \u2028"}'
  from vendors cross join generate_series(1, 3) as n;
insert into import_turns (vendor_id, job_id, served_at) select distinct on (vendor_id) vendor_id, id, now() from import_jobs;
insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash, status, error)
  select j.id, n, 0, j.vendor_id, p.id, 'https://images.test:8443/' || n || '.jpg', sha256(n::text::bytea),
    case n when 1 then 'PENDING' else 'FAILED' end, case n when 2 then 'not found' end
  from (select * from import_jobs limit 1) j join (select * from products limit 1) p on true
    cross join generate_series(1, 2) as n;
insert into import_downloads (job_id, url_hash, vendor_id, url)
  select job_id, url_hash, vendor_id, url from import_images where status = 'PENDING';
insert into import_evaluations (job_id, product_id, vendor_id) select job_id, product_id, vendor_id from import_downloads
  join import_images using (job_id, url_hash, vendor_id);
insert into rate_limits (key, ends_at, max_requests, used, granted) values ('default 192.0.2.1', now(), 600, 120, 100);
insert into sign_in_attempts (address, account, failed_at)
  values ('192.0.2.1', sha256('a'), now()), ('2001:db8::1', sha256('b'), null);
insert into slug_counters (base, last_suffix) values ('hex-bolt', 12);
insert into slug_reservations (slug, base, suffix, expires_at)
  values ('hex-bolt-12', 'hex-bolt', 12, now()), ('a-new-name', 'a-new-name', null, now());
insert into storefront_offers (product_id, vendor_id, price, in_stock, name_key, term_ids)
  select id, vendor_id, 1.25, sku < name, lower(name), array(
    select category_id from product_categories where product_id = id order by 1)
  from products limit 20;
insert into storefront_offer_refreshes (vendor_id, served_at) select id, now() from vendors;
insert into attribute_checks (category_ids, run_at, settled_at, after_category, after_product)
  select array[category_id], now() + interval '1 day', '1234', category_id, product_id from product_categories limit 2;
insert into attribute_issues (product_id, vendor_id, issues, missing)
  select id, vendor_id, '[{"code": "REQUIRED", "pointer": "/attributes/é", "message": "is required"}]', 1
  from products limit 3;
insert into mail_settings (user_id, time_zone, daily_hour, frequencies, refused_address, address_refused_at)
  select id, 'Europe/Berlin', 8, '{"NEW_ORDERS": "HOURLY"}', lower(email), now() from users order by id limit 1;
insert into mails (user_id, vendor_id, subject, sequences, event_count, due_at, message_id, attempts, sent_at)
  select id, vendor_id, 'NEW_ORDERS', '{1,2}', 2, now(), case n when 1 then '<a@market.test>' end, n - 1, case n when 1 then now() end
  from (select * from users where vendor_id is not null order by id limit 1) u cross join generate_series(1, 2) as n;
insert into mails (invitation_id, vendor_id, subject, sequences, event_count, key, due_at, dropped_at, drop_reason)
  select id, vendor_id, 'INVITATION', '{3}', 1, '3', now(), now(), 'NO_RIGHT' from invitations limit 1;
insert into mail_links (token_hash, parent_hash, expires_at) values (sha256('c'), sha256('d'), now());

update products set corrections = '[{"field": "name", "variantId": null, "vendorValue": "é", "correctedValue": "e"}]'
  where id in (select id from products order by id limit 1);
insert into application_previews (actor_id) select id from users order by id limit 1;
insert into application_preview_entries (preview_id, product_id, kind, version, decision, is_sample)
  select p.id, i.id, 'PRODUCT', 1, 'QUEUE', true
  from application_previews p cross join (select id from products order by id limit 2) i;

update webhooks set secrets = '\x01c0ffee', headers = case when headers is not null then '\x01c0ffee'::bytea end;
insert into webhook_set_aside (webhook_id, sequence, key, event_id, event_type, reason, attempts, last_status, next_attempt_at)
  select id, n, 'é "key" ' || n, 'event ' || n, 'order.placed', case n when 1 then 'REFUSED' else 'BEHIND' end, 2 - n, 422,
    case n when 1 then now() end
  from webhooks cross join generate_series(1, 2) as n;
insert into webhook_attempt_counts (webhook_id, hour, delivered, failed, duration_ms)
  select id, date_trunc('hour', now()), 120, 1, 9000 from webhooks;
insert into webhook_failed_attempts (webhook_id, event_id, event_type, status, reason, duration_ms, answer)
  select id, 'event ' || n, 'order.placed', nullif(n, 1), 'TIMEOUT', 15000, E'line 1\nline 2 \u2028 \\'
  from webhooks cross join generate_series(1, 2) as n;

-- Pictures would be a quarter of the dump.
update pending_images set preview = left(preview, 200);
