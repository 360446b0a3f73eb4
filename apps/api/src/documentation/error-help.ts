import type { ErrorCode } from '../errors.ts'

/** Explains an error to the reader of the documentation, each in one or two sentences. */
export type ErrorHelp = {
  /** When the service returns the code. */
  cause: string
  /** What the client or its developer can do about it. */
  cure: string
}

/** Explains every code of `errorTable`. The codes in the `errors` of a problem are in `faultHelp`. */
export const errorHelp: Record<ErrorCode, ErrorHelp> = {
  VALIDATION_FAILED: {
    cause: 'At least one value in the body, the query, the path or a header is not valid.',
    cure: 'Read `errors`: each entry names the field or the parameter and says what is expected there. Correct all of them and send the request again. An unchanged request fails again.'
  },
  INVALID_CURSOR: {
    cause:
      'The cursor was changed, or it comes from another list, from other filters or another order, or from another service.',
    cure: 'Send the cursor of the previous page unchanged, together with the same filters. To start again, leave the cursor out.'
  },
  TOO_MANY_TO_SORT: {
    cause:
      'No index has the order of the list for this combination of filters, and too many products match to sort them.',
    cure: 'Read `errors`, which names filters that help. Add one of them, such as `status` or, in the storefront, `minPrice` and `maxPrice`, or choose another order.'
  },
  BAD_REQUEST: {
    cause:
      'The request is not valid HTTP or its body ended early: for example, `Content-Length` does not match the body, the gzip data is damaged, or a multipart form is incomplete.',
    cure: 'Read `detail`. Let an HTTP library set the framing headers, and send the whole body.'
  },
  UNAUTHENTICATED: {
    cause: 'The request has no bearer token, or its token is wrong, revoked or expired.',
    cure: 'Send `Authorization: Bearer <token>`. If an access token has expired, refresh it with `POST /auth/refresh`. If an API token was revoked, create a new one.'
  },
  BASIC_NOT_ACCEPTED: {
    cause: 'The request used HTTP Basic authentication, which only the former API accepted.',
    cure: 'Sign in with `POST /auth/login`, or create an API token, and send the token as a bearer token.'
  },
  INVALID_CREDENTIALS: {
    cause:
      'No account has this email address, or the password is wrong. The response does not say which of the two.',
    cure: 'Check both. An OWNER or ADMIN of your team, or the operator, can create a password reset.'
  },
  INVALID_REFRESH_TOKEN: {
    cause: 'The refresh token is unknown, was already used, has expired, or its session was ended.',
    cure: 'Sign in again. Store the new refresh token of every refresh, because each one works only once.'
  },
  NO_MEMBERSHIP: {
    cause:
      'The account belongs to no vendor, but the path is for vendors. The operator gets this code too. Or the account belongs to no team at all, so it cannot sign in with a cookie.',
    cure: 'Ask an OWNER or ADMIN of the vendor for an invitation. Operators use the paths below `/platform`.'
  },
  NOT_PLATFORM_USER: {
    cause:
      'The path is for the operator of the marketplace, but the account belongs to a vendor or to no team.',
    cure: 'Vendors use the paths below `/vendor`. To operate the marketplace, ask a platform OWNER or ADMIN for an invitation.'
  },
  INSUFFICIENT_ROLE: {
    cause: 'The role of the user or of the API token does not permit this operation.',
    cure: 'Read `detail`, which names the roles that do. Ask an OWNER or ADMIN of your team for such a role, or for a token with it.'
  },
  PEOPLE_ONLY: {
    cause: 'An API token was used for an operation that only people may perform, such as managing members.',
    cure: 'Sign in with an email address and a password, and use the access token.'
  },
  ORIGIN_NOT_ALLOWED: {
    cause:
      'The request signs in with a cookie, but its `Origin` header is missing or is not the address of the service. `CORS_ORIGINS` does not allow it either.',
    cure: 'Web pages of other origins, and other programs, sign in with `POST /auth/login`. If the page is served by this service, set `PUBLIC_URL` to its address, or let the proxy pass the `Host` header on unchanged.'
  },
  VENDOR_INACTIVE: {
    cause: 'The operator has deactivated the vendor, so none of its users and API tokens have access.',
    cure: 'Ask the operator of the marketplace to activate the vendor.'
  },
  NOT_FOUND: {
    cause:
      'The path does not exist, or no resource has this id. A resource of another vendor gets the same response.',
    cure: 'Check the path and the id, and that you are signed in as the right vendor.'
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not with this method.',
    cure: 'Use one of the methods in the `Allow` header of the response.'
  },
  REQUEST_IN_PROGRESS: {
    cause: 'Another request with the same `Idempotency-Key` is still being processed.',
    cure: 'Wait for the seconds in `Retry-After` and send the same request with the same key. You then get the response of the first request.'
  },
  INVALID_TRANSITION: {
    cause:
      'The status of the product, order, shipment or import job does not allow this operation. Someone else may have changed it.',
    cure: 'Read `detail`, which names the current status and the statuses that allow the operation. Read the resource again before you decide.'
  },
  NO_VARIANT: {
    cause: 'The product has no variant, so it cannot be approved or updated through a variant.',
    cure: 'Add at least one variant to the product first.'
  },
  ATTRIBUTE_ISSUES: {
    cause:
      'A new product can be approved only if it has all attributes that its categories require, with valid values. `attributeIssues` of the product lists what is wrong.',
    cure: 'Reject the product with a reason, or wait until the vendor has set the attributes.'
  },
  NO_REVISION: {
    cause:
      'The product has no staged edits that wait for a decision. Someone else may have decided on them or withdrawn them.',
    cure: 'Read the moderation queue or the product again.'
  },
  FIELD_NOT_PENDING: {
    cause: 'One of the fields has no staged edits. No field was decided or corrected.',
    cure: 'Read the entry again, and decide on or correct only the fields that its `changes` list.'
  },
  CLAIMED: {
    cause: 'Another moderator has claimed the entry. `detail` names the moderator and the end of the claim.',
    cure: 'Work on another entry, or send `takeOver: true` if you have agreed to take it over.'
  },
  NO_CHANGE: {
    cause: 'The product has no changes of watched fields that wait for a decision.',
    cure: 'Read the moderation queue again: someone else may have decided, or the values have changed back.'
  },
  IN_USE: {
    cause:
      'Something still refers to the resource: subcategories or products to a category, an attribute to a facet or facet ' +
      'value, or orders to a variant.',
    cure: 'Remove these references first. Variants that orders contain cannot be deleted: set `isActive` to false instead.'
  },
  CATEGORY_CYCLE: {
    cause: 'The new parent of the category is the category itself or one of its descendants.',
    cure: 'Choose another parent.'
  },
  CATEGORY_TOO_DEEP: {
    cause: 'The category would be below the deepest level that the category tree may have.',
    cure: 'Choose a parent on a higher level. `detail` says how many levels are possible.'
  },
  MERGE_REFUSED: {
    cause:
      'The category, collection, tag or facet value cannot be merged into the other one. `errors` lists all reasons.',
    cure: 'Remove the reasons, or choose another target. The preview of a merge of categories returns the same errors.'
  },
  CONFLICT: {
    cause: 'The current state does not allow the request; `detail` says why.',
    cure: 'Read `detail`, then read the resource again before you decide.'
  },
  EMAIL_TAKEN: {
    cause:
      'The account with this email address already belongs to a team. An account belongs to one team at most.',
    cure: 'Use another email address, or remove the account from its team first.'
  },
  LAST_OWNER: {
    cause: 'The member is the only OWNER of the team, so it cannot be removed or get another role.',
    cure: 'Make another member an OWNER first.'
  },
  TOO_MANY_API_TOKENS: {
    cause: 'The team already has 50 API tokens.',
    cure: 'Delete a token that is no longer used.'
  },
  TOO_MANY_WEBHOOKS: {
    cause: 'The vendor, or the operator, already has 10 webhooks.',
    cure: 'Delete a webhook that is no longer used. One webhook can deliver events of several types.'
  },
  STOPPED_BY_OPERATOR: {
    cause: 'The operator of the marketplace has stopped the webhook. Its `stopReason` says why.',
    cure: 'Ask the operator to start it. It then continues where it has stopped.'
  },
  SECRET_NOT_READABLE: {
    cause:
      'The secret and the headers of the webhook were encrypted with a key that the operator has replaced or lost, so its requests cannot be signed.',
    cure: 'Rotate the secret of the webhook, and send its headers again.'
  },
  TOO_MANY_RULES: {
    cause: 'The marketplace already has 100 approval rules.',
    cure: 'Delete a rule, or combine several rules into one.'
  },
  CURRENCY_IN_USE: {
    cause:
      'Products, shipping methods, orders or statements have amounts in the currency of the marketplace.',
    cure: 'Choose the currency before the first product, shipping method and order. It cannot change later.'
  },
  ALREADY_PAID: {
    cause: 'The statement was marked as paid with another reference or another time.',
    cure: 'Read the statement. Its `reference` and `paidAt` are those of the payment that was recorded.'
  },
  NOTHING_DUE: {
    cause:
      'The closing balance of the statement is zero or negative, so there is nothing to pay. A negative balance is the ' +
      'opening balance of the next statement.',
    cure: 'Pay only statements whose `amountDue` is more than 0.'
  },
  NOTHING_TO_RETRY: {
    cause: 'No item of the import job has failed.',
    cure: 'Nothing is left to do. Failed images do not count as failed items: add them to the products yourself.'
  },
  QUOTE_EXPIRED: {
    cause: 'The order contains a quote that is no longer valid. Nothing was changed.',
    cure: 'Show the customer the new prices and charges of `quotes`, which has an entry for each of these vendors, and send the order with the new quotes and a new `Idempotency-Key`.'
  },
  INSUFFICIENT_STOCK: {
    cause:
      'A change would lower the stock on hand below 0, or an order needs more pieces than are available. Nothing was changed.',
    cure: 'Read `errors`: for updates of stock, `current` is the stock on hand. Count again, or order at most what is available.'
  },
  STOCK_CONFLICT: {
    cause: 'The stock on hand is not the `expected` one, because it has changed since you read it.',
    cure: 'Read `current` in `errors`, work out the new stock from it, and send the request again with a new `Idempotency-Key`.'
  },
  STOCK_OUTDATED: {
    cause:
      'The time of your count (`asOf`) is before the last count, shipment or cancelled shipment of the variant.',
    cure: 'Discard this count: the stored stock is more recent. `current` in `errors` is the stored time.'
  },
  ORDER_NUMBER_TAKEN: {
    cause: 'Another order, with a different body, already has this order number.',
    cure: 'Send a new order number. To repeat an order after a lost connection, send exactly the same body.'
  },
  SET_TOO_LARGE: {
    cause:
      'The shipments or packing slips of the request have more lines in total than one request may have.',
    cure: 'Divide the request: send the shipment that failed and the following ones, or some of the ids, in another one.'
  },
  OVER_SHIPPED: {
    cause:
      'A quantity is larger than the quantity of the line that is left to ship, possibly because another request has just shipped it.',
    cure: 'Read the order again and ship at most what remains of each line.'
  },
  INVITATION_INVALID: {
    cause:
      'The invitation token is wrong or was already used, a newer invitation replaced it, or 7 days have passed.',
    cure: 'Ask an OWNER or ADMIN of the team for a new invitation.'
  },
  RESET_INVALID: {
    cause: 'The reset token is wrong, was already used, or is older than one hour.',
    cure: 'Ask an OWNER or ADMIN of your team, or the operator, for a new password reset.'
  },
  REQUEST_TIMEOUT: {
    cause: 'The request did not arrive completely in time.',
    cure: 'Send it again with the same `Idempotency-Key`. On a slow connection, send smaller or compressed bodies.'
  },
  GONE: {
    cause: 'The path belongs to the former API.',
    cure: 'Use the path in the `Link` header of the response.'
  },
  CURSOR_EXPIRED: {
    cause:
      'Changes or events after the cursor or time have been deleted because of their age, so the feed can no longer be continued from there.',
    cure: 'Read everything from the storefront again, and continue with a new cursor. To replay all events of a webhook that are retained, send `oldestCursor`.'
  },
  PRECONDITION_FAILED: {
    cause: 'The resource has changed since you read it: its ETag is no longer the one in `If-Match`.',
    cure: 'Read the resource again, apply your change to the new version, and send its new ETag.'
  },
  STALE_VERSION: {
    cause: 'The product or its entry has changed since you read it: `version` is not the current one.',
    cure: 'Read the entry again, review what has changed, and decide with its new `version`.'
  },
  PAYLOAD_TOO_LARGE: {
    cause:
      'The body is larger than the endpoint accepts. For compressed bodies, the size after decompression counts.',
    cure: 'Split the data into several requests. Large catalogs fit into one bulk upload as NDJSON.'
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The endpoint does not accept the `Content-Type` or the `Content-Encoding` of the body.',
    cure: 'Read `detail`. Most endpoints expect `application/json` without compression, and images `multipart/form-data`.'
  },
  GZIP_NOT_DECLARED: {
    cause: 'The body is gzip data without `Content-Encoding: gzip`, or a bulk upload was compressed twice.',
    cure: 'Add the header if the endpoint accepts compressed bodies, as bulk uploads do. Otherwise, send the body uncompressed.'
  },
  NDJSON_NOT_DECLARED: {
    cause: 'The body has one JSON value per line, but its `Content-Type` is `application/json`.',
    cure: 'Send it with `Content-Type: application/x-ndjson`.'
  },
  RANGE_NOT_SATISFIABLE: {
    cause: 'The requested range is outside the file.',
    cure: 'Request a range within the size that `Content-Range` states, or the whole file.'
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: 'The `Idempotency-Key` was already used for a request with another method, path, query or body.',
    cure: 'Use a new key for each new request, and the same key only to repeat an unchanged request.'
  },
  HEADERS_TOO_LARGE: {
    cause: 'The URL and the headers together are too long.',
    cure: 'Send fewer ids in the query, or shorter headers.'
  },
  RATE_LIMITED: {
    cause: 'Too many requests came from your IP address: the header `RateLimit-Policy` shows the limit.',
    cure: 'Wait for the seconds in `Retry-After`. Use bulk requests and larger pages to send fewer requests.'
  },
  TOO_MANY_ATTEMPTS: {
    cause: 'Too many sign-ins from your IP address have failed, for this account or in total.',
    cure: 'Wait for the seconds in `Retry-After`, then sign in with the correct password. Programs should use API tokens instead of signing in.'
  },
  TOO_MANY_JOBS: {
    cause: 'The vendor already has 55 import jobs that have not ended.',
    cure: 'Wait until one of them has ended. Send fewer, larger uploads.'
  },
  INTERNAL_ERROR: {
    cause: 'The service has a fault. It was logged with the id of the request.',
    cure: 'Report the `requestId` to the operator. If you send the request again, use the same `Idempotency-Key`.'
  },
  UNAVAILABLE: {
    cause: 'The service is overloaded, is being restarted, or cannot reach its database or its files.',
    cure: 'Wait for the seconds in `Retry-After`, then send the request again with the same `Idempotency-Key`.'
  }
}
