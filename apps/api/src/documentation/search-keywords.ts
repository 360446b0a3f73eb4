/**
 * Words with which readers search for a page although its title doesn't have them, by the path of the page. A
 * search for one of them finds the top of the page first.
 */
export const searchKeywords: Readonly<Record<string, string>> = {
  'quick-start': 'install tutorial getting started',
  'guides/sign-in': 'login logout authentication password session',
  'guides/team': 'token api key role permission invite user',
  'guides/products': 'variant sku price upc ean gtin barcode country',
  'guides/attributes': 'attribute voltage schema required',
  'guides/define-attributes': 'attribute definition category required strict',
  'guides/images': 'picture photo document pdf upload 404',
  'guides/bulk': 'import export mass batch ndjson upc ean gtin barcode image 404 warning',
  'guides/orders': 'fulfilment tracking packing slip refund return cancel',
  'guides/command-line': 'cli terminal currency weight',
  'guides/every-night': 'cron python schedule scheduled nightly automate log',
  'guides/typescript-client': 'sdk library npm javascript node',
  'guides/python': 'python sdk library urllib requests pip',
  'guides/paging': 'cursor cursors pagination limit offset next',
  'guides/retries': 'rate limit 429 503 backoff idempotency etag timeout',
  'guides/errors': 'problem code fault 400 422',
  'guides/events': 'polling stream sse live',
  'guides/webhooks': 'webhook webhooks notification push subscribe callback signature',
  'guides/moderation': 'approve reject queue',
  'guides/search-index': 'storefront feed sync',
  'operations/install': 'docker compose container systemd deploy haproxy',
  'operations/configure': 'settings environment variables s3 bucket',
  'operations/observe': 'metrics prometheus grafana logs traces monitoring alerts',
  'operations/back-up-and-restore': 'backup restore recovery',
  'operations/upgrade': 'migrate migration rollback',
  'operations/fail-over': 'failover standby replication pgbouncer',
  'operations/secure': 'tls secret rotation hardening'
}
