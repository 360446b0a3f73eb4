// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

/** An ISO 8601 timestamp in UTC with milliseconds. */
export type Timestamp = string

/** The resource was deleted. */
export interface Deleted {
  id: string
  deleted: true
}

/** An error in one field or parameter of a request. */
export interface Fault {
  /** A JSON Pointer to the field of the body. An empty pointer refers to the whole body. */
  pointer?: string
  /** The name of the query, path or header parameter. */
  parameter?: string
  /** A stable code. */
  code: string
  /** A message that continues after the name of the field or parameter. */
  message: string
  /** The cell of the workbook that was sent. */
  cell?: string
  /**
   * For STOCK_CONFLICT and INSUFFICIENT_STOCK of an update of stock: the current stock on hand. For
   * STOCK_OUTDATED: the time of the last count, shipment or cancelled shipment.
   */
  current?: number | string
  /** For SKU_TAKEN: the product that already has the SKU. */
  productId?: string
  /** For VARIANT_SKU_TAKEN: the variant of the product that already has the SKU. */
  variantId?: string
}

/** An error response (RFC 9457). */
export interface Problem {
  type: string
  /** A short description of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** The cause of the error in this request, and how to fix it. */
  detail: string
  code: ProblemCode
  /** Where the documentation explains the code. The URL is relative to the URL of the request. */
  docUrl: string
  /** The id of the request, which the log of the service contains too. */
  requestId: string
  /**
   * The validation errors, each with the pointer or parameter that it refers to. At most the first 100
   * are listed; in bulk operations, at most the first 1,000.
   */
  errors?: Fault[]
  /** The number of validation errors that were found. If errorCountIsExact is true, it is the total. */
  errorCount?: number
  /** False if validation stopped early, so the request may have more errors than errorCount. */
  errorCountIsExact?: boolean
}

/** An API token, without the token itself. */
export interface ApiToken {
  id: string
  name: string
  role: Role
  expiresAt: Timestamp | null
  /** The time of the last use, accurate to the minute. */
  lastUsedAt: Timestamp | null
  createdAt: Timestamp
}

/** All API tokens. */
export interface ApiTokenList {
  apiTokens: ApiToken[]
}

/** The new API token, with the token itself. */
export interface CreatedApiToken {
  id: string
  name: string
  role: Role
  expiresAt: Timestamp | null
  /** The time of the last use, accurate to the minute. */
  lastUsedAt: Timestamp | null
  createdAt: Timestamp
  /** Send it as "Authorization: Bearer <token>". It begins with pvt_ and is shown only once. */
  token: string
}

/** An API token to create. */
export interface NewApiToken {
  name: string
  /** The role, which must not be above your own. */
  role: Role
  /** A time in the future. By default, the token doesn't expire. */
  expiresAt?: Timestamp | null
}

/** The cursors of a page, and whether the list has further pages. */
export interface PageInfo {
  /** The cursor of the first row, or null if the page is empty. */
  startCursor: string | null
  /** The cursor of the last row, or null if the page is empty. */
  endCursor: string | null
  /** True if rows follow this page. */
  hasNextPage: boolean
  /** True if rows precede this page. */
  hasPreviousPage: boolean
}

/** Who made a change. */
export interface EventActor {
  /** In responses to vendors, operator users are shown as PLATFORM, without id and name. */
  type: 'USER' | 'TOKEN' | 'SYSTEM' | 'PLATFORM'
  /** The id of the user or API token. */
  id: string | null
  /** The name of the user or API token. */
  name: string | null
}

/**
 * Further values. The type of the event determines which of these fields are present: see EventType.
 * More fields can be added.
 */
export interface EventDetails {
  /** The SKU. */
  sku?: string
  /** The id of the approval rule that decided. */
  ruleId?: string
  /** The name of the approval rule that decided. */
  ruleName?: string
  /**
   * The texts of all reasons, one on each line; or the reason for the cancellation; or the reason; or
   * why the attempt failed; or the reason that the operator has given.
   */
  reason?: string
  /** PRODUCT if it is a new product, REVISION if its staged edits were corrected. */
  target?: string
  /** The version of the accepted changes. */
  version?: number
  /** The rating, from 1 to 5. */
  rating?: number
  /** The number of items that changed something. */
  updated?: number
  /** The number of items that changed nothing. */
  unchanged?: number
  /** The number of items that failed. */
  failed?: number
  /** The number of submitted items. */
  itemsTotal?: number
  /** True if the job only checked the items. */
  dryRun?: boolean
  /** The status of the job; or the status of the order after the change; or the status of the shipment. */
  status?: string
  /** The number of items that created a product. */
  itemsCreated?: number
  /** The number of items that updated a product. */
  itemsUpdated?: number
  /** The number of items that were skipped because the product exists. */
  itemsSkipped?: number
  /** The number of items that failed. */
  itemsFailed?: number
  /** The number of items that were not processed because the job was cancelled. */
  itemsCancelled?: number
  /** The number of images. */
  imagesTotal?: number
  /** The number of images that were downloaded. */
  imagesFetched?: number
  /** The number of images that could not be downloaded. */
  imagesFailed?: number
  /** The number of the customer's order. */
  orderNumber?: string
  /** The number of the purchase order. */
  poNumber?: string
  /** The cancelled quantity, over all items; or the shipped quantity, over all items. */
  quantity?: number
  /** ACKNOWLEDGE or SHIP. */
  deadline?: string
  /** The deadline. */
  dueAt?: string
  /** The id of the order. */
  orderId?: string
  /** The status of the order after the change. */
  orderStatus?: string
  /** The number of the statement. */
  number?: number
  /** The currency of the statement; or the currency of the amount. */
  currency?: string
  /** The closing balance, a decimal. */
  closingBalance?: string
  /** The reference of the payment. */
  reference?: string
  /** The amount, a decimal. */
  amount?: string
  /** The changed fields with their values before and after the change. */
  changes?: Array<{
    /** The name of the field. */
    field: string
    /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
    from?: unknown
    /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
    to?: unknown
  }>
  /** The name of the person; or the name. */
  name?: string
  /** The role. */
  role?: string
  /** The role before the change. */
  from?: string
  /** The role after the change. */
  to?: string
  /** The host of the URL. */
  host?: string
  /** The status of the last answer; null if there was none. */
  answerStatus?: number | null
  /** Since when the receiver fails; or since when the receiver had failed. */
  failingSince?: string
  /** For how many hours at least: 1 or 72. */
  hours?: number
  /** OWNER, OPERATOR or RECEIVER. */
  by?: string
  /** The id of the refused event. */
  eventId?: string
  /** The type of the refused event. */
  eventType?: string
  /** The id of the other one, which has its products from now on. */
  intoId?: string
  /** The name of the other one. */
  intoName?: string
  /** The id of the facet. */
  facetId?: string
  /** The code. */
  code?: string
  [name: string]: unknown
}

/** An event: a change of one resource, or a bulk operation. */
export interface Event {
  id: string
  type: EventType
  /** The resource that changed. */
  subject: {
    /** The kind of the resource. */
    type: string
    /** The id of the resource. */
    id: string | null
  }
  actor: EventActor
  /** The id of the request that made the change. */
  requestId: string | null
  /** The names of the fields that changed. */
  changedFields: string[]
  details: EventDetails
  occurredAt: Timestamp
  /** The position in the list. It increases from event to event, with gaps. */
  sequence: number
  /** Send it as `after` to read the events after this one. It is valid with any filters. */
  cursor: string
}

/** An event, as the operator sees it. */
export interface PlatformEvent {
  id: string
  type: EventType
  /** The resource that changed. */
  subject: {
    /** The kind of the resource. */
    type: string
    /** The id of the resource. */
    id: string | null
  }
  actor: EventActor
  /** The id of the request that made the change. */
  requestId: string | null
  /** The names of the fields that changed. */
  changedFields: string[]
  details: EventDetails
  occurredAt: Timestamp
  /** The position in the list. It increases from event to event, with gaps. */
  sequence: number
  /** Send it as `after` to read the events after this one. It is valid with any filters. */
  cursor: string
  /** The vendor whose events include this one; null if none. */
  vendorId: string | null
}

/** A page of events. */
export interface EventPage {
  events: Event[]
  pageInfo: PageInfo
}

/** A page of events. */
export interface PlatformEventPage {
  events: PlatformEvent[]
  pageInfo: PageInfo
}

/** A video of a product. */
export interface Video {
  url: string
  title: string | null
}

/** A category, collection, tag or facet, by id, name and slug. */
export interface TermLink {
  id: string
  name: string
  slug: string
}

/** A facet value of a product, with its facet. */
export interface ProductFacetValue {
  id: string
  name: string
  slug: string
  facet: TermLink
}

/** A variant of a product, with its prices and stock. */
export interface Variant {
  id: string
  productId: string
  sku: string
  name: string
  /** The cost. */
  vendorPrice: string
  /**
   * The manufacturer's suggested retail price. Storefronts show it if it is higher than the retail
   * price.
   */
  listPrice: string | null
  upc: string | null
  unitOfMeasure: string | null
  partNumber: string | null
  /** In the marketplace's weight unit. */
  weight: string | null
  /** The stock that was set when the variant was created. */
  initialInventory: number
  /** The physical stock, including reserved stock. */
  stockOnHand: number
  /** Any keys and values. `unspc` is the UNSPSC code of the variant, as text. */
  attributes: Record<string, unknown>
  isActive: boolean
  /** The retail price for customers: vendorPrice plus the vendor's commission. */
  price: string
  /** The stock reserved by orders. */
  stockReserved: number
  /** The stock that can be sold: stockOnHand - stockReserved, at least 0. */
  stockAvailable: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A live image of a product. */
export interface ProductImage {
  id: string
  productId: string
  variantId: string | null
  url: string
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** A document of a product: a URL, a stored file, both or neither. */
export interface ProductDocument {
  id: string
  productId: string
  title: string
  type: string
  url: string | null
  /** The URL of the stored file. Null if there is none. */
  document: string | null
  /** The size of the stored file in bytes. Null if there is none. */
  size: string | null
  sortOrder: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A review of a product. */
export interface ProductReview {
  id: string
  rating: number
  title: string | null
  body: string | null
  authorName: string
  createdAt: Timestamp
}

/** An image of the proposed set of images. */
export interface PendingImage {
  id: string
  /** The URL of an image that is already live. Null for a new image. */
  url: string | null
  variantId: string | null
  /**
   * A new image as a data URI: the file itself if it is at most 256 KiB, otherwise a preview. Omitted in
   * lists.
   */
  base64Image?: string | null
  alt: string
  sortOrder: number
  isPrimary: boolean
}

/** The staged edits of a live product: the proposed values that differ from the live ones. */
export interface PendingRevision {
  name?: string
  shortDescription?: string | null
  description?: string | null
  attributes?: Record<string, unknown>
  /** The complete proposed set. */
  images?: PendingImage[]
}

/** A reason of a decision. */
export interface ModerationReason {
  code: string | null
  /** A JSON pointer to the value that the reason is about, in the product. */
  pointer: string | null
  imageId: string | null
  text: string
}

/** The latest decision of the operator on a product or its staged edits. */
export interface ModerationDecision {
  decision: ModerationOutcome
  target: ModerationKind
  /** The texts of all reasons, one on each line. */
  reason: string | null
  reasons: ModerationReason[]
  decidedAt: Timestamp
  proposed: PendingRevision | null
  /** The decisions on fields of the latest revision that no later edit has replaced. */
  fields: {
    name?: {
      decision: ModerationOutcome
      reasons: ModerationReason[]
      /** The rejected value. Null if the field was approved. */
      proposed: string | null
      decidedAt: Timestamp
    }
    shortDescription?: {
      decision: ModerationOutcome
      reasons: ModerationReason[]
      /** The rejected value. Null if the field was approved. */
      proposed: string | null
      decidedAt: Timestamp
    }
    description?: {
      decision: ModerationOutcome
      reasons: ModerationReason[]
      /** The rejected value. Null if the field was approved. */
      proposed: string | null
      decidedAt: Timestamp
    }
    attributes?: {
      decision: ModerationOutcome
      reasons: ModerationReason[]
      /** The rejected value. Null if the field was approved. */
      proposed: Record<string, unknown> | null
      decidedAt: Timestamp
    }
    images?: {
      decision: ModerationOutcome
      reasons: ModerationReason[]
      /** The rejected images, without their data. Null if the images were approved. */
      proposed: PendingImage[] | null
      decidedAt: Timestamp
    }
  }
}

/** A value that the operator has corrected while it waited for approval. */
export interface ProductCorrection {
  field: string
  /** The variant to which the field belongs. Null if it belongs to the product. */
  variantId: string | null
  /** The value that the vendor had sent, or null. */
  vendorValue: unknown
  /** The corrected value, or null. */
  correctedValue: unknown
  correctedAt: Timestamp
  correctedBy: EventActor
}

/**
 * An attribute that the categories of the product require and that has no value, or whose value they
 * no longer allow.
 */
export interface AttributeIssue {
  /** The code of the error, as in a response with the status 400. REQUIRED: the value is missing. */
  code: string
  /** A JSON Pointer to the value in the product. */
  pointer: string
  message: string
}

/** A product. */
export interface Product {
  id: string
  name: string
  sku: string
  slug: string
  shortDescription: string | null
  description: string | null
  warranty: string | null
  pageTitle: string | null
  pageDescription: string | null
  brand: string | null
  countryOfOrigin: string | null
  manufacturer: string | null
  /** The lead time in days: the product's own, or else that of the vendor's profile. */
  leadTime: number
  unspc: string | null
  commodityCode: string | null
  eccn: string | null
  freeShipping: boolean
  abilityOne: boolean
  madeInUsa: boolean
  greenProduct: boolean
  keyFeatures: string[]
  /** The attributes of the product that are the same for all variants. */
  attributes: Record<string, unknown>
  accountCode: string | null
  programCode: string | null
  resourceCode: string | null
  videos: Video[] | null
  /** Additional values from the bulk upload that created the product. */
  metadata: Record<string, unknown>
  status: ProductStatus
  pendingRevision: PendingRevision | null
  pendingRevisionSubmittedAt: Timestamp | null
  moderation: ModerationDecision | null
  /**
   * What the operator has corrected in the values that wait, or in those that it decided on last. Empty
   * if nothing was corrected.
   */
  corrections: ProductCorrection[]
  /**
   * What is wrong with the attributes, by the schema of the categories of the product (at most 100
   * entries). A new product with such issues can't be approved. A product that is live stays live.
   */
  attributeIssues: AttributeIssue[]
  bulkImportJobId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
  variants: Variant[]
  images: ProductImage[]
  documents: ProductDocument[]
  categories: TermLink[]
  collections: TermLink[]
  tags: TermLink[]
  facetValues: ProductFacetValue[]
  /** The newest 10 reviews. */
  reviews: ProductReview[]
  /** 0 if there are no reviews. */
  averageRating: number
  totalReviews: number
  /**
   * Only in responses to requests that create or update the product, and only if there are any: what may
   * be wrong with values that were accepted, such as a UPC with a wrong check digit (INVALID_UPC).
   */
  warnings?: Fault[]
}

/** A page of products. */
export interface ProductPage {
  products: Product[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A product as a compact row. */
export interface ProductRow {
  id: string
  /** The SKU of the product. */
  sku: string
  name: string
  status: ProductStatus
  /** The number of variants, including inactive ones. */
  variantCount: number
  /** The id of the only variant. Null if the product has no variant or several. */
  variantId: string | null
  /** The cost of the only variant. Null if the product has no variant or several. */
  vendorPrice: string | null
  /**
   * The manufacturer's suggested retail price of the only variant. Null if the product has no variant or
   * several. Also null if it isn't set.
   */
  listPrice: string | null
  /** The lowest cost of the variants. Null if the product has no variant. */
  vendorPriceMin: string | null
  /** The highest cost of the variants. Null if the product has no variant. */
  vendorPriceMax: string | null
  /** The lowest retail price of the variants. Null if the product has no variant. */
  priceMin: string | null
  /** The highest retail price of the variants. Null if the product has no variant. */
  priceMax: string | null
  /** The stock on hand of all variants together. */
  stockOnHand: number
  /** The stock of all variants together that can be sold. */
  stockAvailable: number
  /** The URL of the primary image. Null if the product has no image. */
  imageUrl: string | null
  updatedAt: Timestamp
  /** True if staged edits wait for approval. */
  hasPendingRevision: boolean
}

/** A page of products. */
export interface ProductRowPage {
  products: ProductRow[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** The vendor of a product. */
export interface ModeratedVendor {
  id: string
  name: string
  slug: string
}

/** A product with its vendor and its moderation version. */
export interface PlatformProduct {
  id: string
  name: string
  sku: string
  slug: string
  shortDescription: string | null
  description: string | null
  warranty: string | null
  pageTitle: string | null
  pageDescription: string | null
  brand: string | null
  countryOfOrigin: string | null
  manufacturer: string | null
  /** The lead time in days: the product's own, or else that of the vendor's profile. */
  leadTime: number
  unspc: string | null
  commodityCode: string | null
  eccn: string | null
  freeShipping: boolean
  abilityOne: boolean
  madeInUsa: boolean
  greenProduct: boolean
  keyFeatures: string[]
  /** The attributes of the product that are the same for all variants. */
  attributes: Record<string, unknown>
  accountCode: string | null
  programCode: string | null
  resourceCode: string | null
  videos: Video[] | null
  /** Additional values from the bulk upload that created the product. */
  metadata: Record<string, unknown>
  status: ProductStatus
  pendingRevision: PendingRevision | null
  pendingRevisionSubmittedAt: Timestamp | null
  moderation: ModerationDecision | null
  /**
   * What the operator has corrected in the values that wait, or in those that it decided on last. Empty
   * if nothing was corrected.
   */
  corrections: ProductCorrection[]
  /**
   * What is wrong with the attributes, by the schema of the categories of the product (at most 100
   * entries). A new product with such issues can't be approved. A product that is live stays live.
   */
  attributeIssues: AttributeIssue[]
  bulkImportJobId: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
  variants: Variant[]
  images: ProductImage[]
  documents: ProductDocument[]
  categories: TermLink[]
  collections: TermLink[]
  tags: TermLink[]
  facetValues: ProductFacetValue[]
  /** The newest 10 reviews. */
  reviews: ProductReview[]
  /** 0 if there are no reviews. */
  averageRating: number
  totalReviews: number
  /**
   * Only in responses to requests that create or update the product, and only if there are any: what may
   * be wrong with values that were accepted, such as a UPC with a wrong check digit (INVALID_UPC).
   */
  warnings?: Fault[]
  vendorId: string
  vendor: ModeratedVendor
  /** A number that increases with every change that a moderator must see. Send it with a decision. */
  moderationVersion: number
  submittedAt: Timestamp
}

/** A page of products. */
export interface PlatformProductPage {
  products: PlatformProduct[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A product of any vendor as a compact row, with the vendor's id. */
export interface PlatformProductRow {
  id: string
  /** The SKU of the product. */
  sku: string
  name: string
  status: ProductStatus
  /** The number of variants, including inactive ones. */
  variantCount: number
  /** The id of the only variant. Null if the product has no variant or several. */
  variantId: string | null
  /** The cost of the only variant. Null if the product has no variant or several. */
  vendorPrice: string | null
  /**
   * The manufacturer's suggested retail price of the only variant. Null if the product has no variant or
   * several. Also null if it isn't set.
   */
  listPrice: string | null
  /** The lowest cost of the variants. Null if the product has no variant. */
  vendorPriceMin: string | null
  /** The highest cost of the variants. Null if the product has no variant. */
  vendorPriceMax: string | null
  /** The lowest retail price of the variants. Null if the product has no variant. */
  priceMin: string | null
  /** The highest retail price of the variants. Null if the product has no variant. */
  priceMax: string | null
  /** The stock on hand of all variants together. */
  stockOnHand: number
  /** The stock of all variants together that can be sold. */
  stockAvailable: number
  /** The URL of the primary image. Null if the product has no image. */
  imageUrl: string | null
  updatedAt: Timestamp
  /** True if staged edits wait for approval. */
  hasPendingRevision: boolean
  vendorId: string
}

/** A page of products. */
export interface PlatformProductRowPage {
  products: PlatformProductRow[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A reason to give for a decision. */
export interface ReasonInput {
  /** A code, such as that of a reason template. */
  code?: string | null
  /**
   * A JSON pointer to the value that the reason is about, in the product as `GET
   * /platform/products/{id}` returns it.
   */
  pointer?: string | null
  /** The image that the reason is about. */
  imageId?: string | null
  /** The reason, which the vendor can read. */
  text: string
}

/** The email address and password of a user. */
export interface LoginRequest {
  /** An email address. Upper and lower case are equal. */
  email: string
  password: string
}

/** A refresh token to exchange for new tokens. */
export interface RefreshRequest {
  refresh_token: string
}

/** An access token and a refresh token. */
export interface TokenAnswer {
  /** Send it as "Authorization: Bearer <access_token>". */
  access_token: string
  token_type: 'Bearer'
  /** The lifetime of the access token in seconds. */
  expires_in: number
  /** A token for one refresh. Store it securely. */
  refresh_token: string
  /** The lifetime of the refresh token in seconds. */
  refresh_expires_in: number
}

/** An access token. The refresh token is in a cookie. */
export interface CookieSession {
  /** The side of the user's team, whose cookie was set. */
  side: Side
  /** Send it as "Authorization: Bearer <access_token>". */
  access_token: string
  token_type: 'Bearer'
  /** The lifetime of the access token in seconds. */
  expires_in: number
  /** The lifetime of the refresh token in seconds. */
  refresh_expires_in: number
}

/** The session was ended. */
export interface SessionEnded {
  ended: true
}

/** The vendor whose data the request can read. */
export interface MyVendor {
  id: string
  name: string
  slug: string
}

/** The user who signed in. */
export interface MyAccount {
  id: string
  email: string
  name: string
}

/** The API token that authenticates the request. */
export interface MyToken {
  id: string
  name: string
  expiresAt: Timestamp | null
}

/** The user or API token, its role and its vendor. */
export interface Me {
  user: MyAccount | null
  token: MyToken | null
  /** The part of the API that the account can use. */
  realm: 'vendor' | 'platform' | 'none'
  role: Role | null
  vendor: MyVendor | null
}

/** Your current password and a new one. */
export interface PasswordChange {
  currentPassword: string
  /** A password of any characters, used exactly as sent. */
  newPassword: string
}

/** The password was changed. */
export interface PasswordChanged {
  changed: true
}

/** A reset token and the new password. */
export interface PasswordReset {
  token: string
  /** A password of any characters, used exactly as sent. */
  password: string
}

/** An invitation token and the password of the new account. */
export interface InvitationAcceptance {
  token: string
  /** A password of any characters, used exactly as sent. */
  password: string
}

/** A postal address. Fields without a value are null. */
export interface Address {
  name: string | null
  company: string | null
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  country: string | null
  phone: string | null
}

/** A planned change of the commission. */
export interface NextCommission {
  commissionPercent: number
  effectiveFrom: Timestamp
}

/** A vendor. */
export interface Vendor {
  id: string
  name: string
  slug: string
  email: string | null
  phone: string | null
  website: string | null
  description: string | null
  logoUrl: string | null
  /** The lead time in days of products without their own lead time. */
  leadTime: number
  /** The percentage added to the cost to get the retail price. */
  commissionPercent: number
  nextCommission: NextCommission | null
  /**
   * The hours after the placement of an order within which the vendor should acknowledge it. Null: as in
   * the settings. 0: there is no such deadline for this vendor.
   */
  acknowledgeHours: number | null
  /**
   * The working days after the day of an order within which the vendor should ship it. Null: as in the
   * settings. 0: there is no such deadline for this vendor.
   */
  shipDays: number | null
  isActive: boolean
  /** How much the operator trusts the vendor. Only the operator sees it. */
  trust: VendorTrust
  address: Address
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A commission to try. */
export interface NewCommission {
  /** The commission to try, from 0 to 1000. */
  commissionPercent: number | string
}

/** A variant whose retail price would change. */
export interface RepricedVariant {
  productId: string
  productName: string
  variantId: string
  sku: string
  /** The retail price now. */
  price: string
  /** The retail price with the new commission. */
  newPrice: string
}

/** The retail prices that a new commission would change. */
export interface CommissionPreview {
  /** The commission now. */
  commissionPercent: number
  /** The commission of the request. */
  newCommissionPercent: number
  currency: string
  /** The number of active variants of published products. */
  variants: number
  /** How many retail prices would rise. */
  increased: number
  /** How many retail prices would fall. */
  decreased: number
  /** The average change of the prices that would change. */
  averageChange: string
  /** The variants whose prices would change most, at most 10. */
  largest: RepricedVariant[]
}

/** A vendor to create. */
export interface NewVendor {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** How much you trust the vendor, for approval rules. The default is STANDARD. */
  trust?: VendorTrust | null
  email?: string | null
  phone?: string | null
  website?: string | null
  description?: string | null
  /** The lead time in days of products without their own lead time. The default is 4. */
  leadTime?: number | null
  /**
   * The percentage added to the cost to get the retail price, from 0 to 1000. The default is
   * `defaultCommissionPercent` of the settings. If the settings have none, it is required for a new
   * vendor.
   */
  commissionPercent?: number | string | null
  /** On update, omitted fields stay unchanged. Null clears the whole address. */
  address?: {
    name?: string | null
    company?: string | null
    addressLine1?: string | null
    addressLine2?: string | null
    city?: string | null
    state?: string | null
    zipCode?: string | null
    country?: string | null
    phone?: string | null
  } | null
}

/** The fields of a vendor to change. Omitted fields stay unchanged. */
export interface VendorPatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
  /** Users of an inactive vendor get 403, and its products are hidden from the storefront. */
  isActive?: boolean
  /** How much you trust the vendor, for approval rules. The default is STANDARD. */
  trust?: VendorTrust | null
  email?: string | null
  phone?: string | null
  website?: string | null
  description?: string | null
  /** The lead time in days of products without their own lead time. The default is 4. */
  leadTime?: number | null
  /**
   * The percentage added to the cost to get the retail price, from 0 to 1000. The default is
   * `defaultCommissionPercent` of the settings. If the settings have none, it is required for a new
   * vendor.
   */
  commissionPercent?: number | string | null
  /** On update, omitted fields stay unchanged. Null clears the whole address. */
  address?: {
    name?: string | null
    company?: string | null
    addressLine1?: string | null
    addressLine2?: string | null
    city?: string | null
    state?: string | null
    zipCode?: string | null
    country?: string | null
    phone?: string | null
  } | null
  /**
   * The hours after the placement of an order within which the vendor should acknowledge it. Null: as in
   * the settings. 0: there is no such deadline for this vendor.
   */
  acknowledgeHours?: number | null
  /**
   * The working days after the day of an order within which the vendor should ship it. Null: as in the
   * settings. 0: there is no such deadline for this vendor.
   */
  shipDays?: number | null
  /**
   * The time from which `commissionPercent` applies, at most 366 days ahead. If it is omitted, the
   * commission applies immediately, and a planned change is dropped. Null without a commission also
   * drops it.
   */
  effectiveFrom?: Timestamp | null
}

/** The vendor's profile. */
export interface VendorProfile {
  id: string
  name: string
  slug: string
  email: string | null
  phone: string | null
  website: string | null
  description: string | null
  logoUrl: string | null
  /** The lead time in days of products without their own lead time. */
  leadTime: number
  /** The percentage added to the cost to get the retail price. */
  commissionPercent: number
  nextCommission: NextCommission | null
  address: Address
  createdAt: Timestamp
  updatedAt: Timestamp
  /** The currency of the marketplace. */
  currency: string
  /** The unit of all weights in the marketplace, such as those of your weight tiers. */
  weightUnit: WeightUnit
}

/** The fields of your profile to change. Omitted fields stay unchanged. */
export interface VendorProfilePatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
  email?: string | null
  phone?: string | null
  website?: string | null
  description?: string | null
  /** The lead time in days of products without their own lead time. The default is 4. */
  leadTime?: number | null
  /** On update, omitted fields stay unchanged. Null clears the whole address. */
  address?: {
    name?: string | null
    company?: string | null
    addressLine1?: string | null
    addressLine2?: string | null
    city?: string | null
    state?: string | null
    zipCode?: string | null
    country?: string | null
    phone?: string | null
  } | null
}

/** A person to invite to a vendor's team. */
export interface NewVendorMember {
  /** An email address. Upper and lower case are equal. */
  email: string
  name: string
  /** The role. The default is OWNER. */
  role?: Role | null
}

/** The invited member, with the invitation token. */
export interface InvitedVendorMember {
  vendorId: string
  email: string
  name: string
  role: Role
  invitation: {
    /** The token for POST /api/v1/auth/invitations/accept. It is shown only once. */
    token: string
    expiresAt: Timestamp
    /** True if this address had an open invitation to the team. Its token is no longer valid. */
    replacesEarlier: boolean
  }
}

/** The conditions of an approval rule, as they were set. An entry matches the rule if all of them hold. */
export interface ApprovalRuleConditions {
  kinds?: ModerationKind[]
  vendorIds?: string[]
  /** The vendor has at least this trust. */
  minTrust?: VendorTrust
  categoryIds?: string[]
  onlyFields?: ModeratedField[]
  /** Only staged edits: in each changed text, at most this share of the words differs. */
  maxTextChange?: number
  /** The product as proposed has at least this number of images. */
  minImages?: number
  /** No variant has a higher vendorPrice. */
  maxVendorPrice?: string
  withoutWords?: string[]
  /** If true, the texts as proposed contain no link, web address or email address. */
  withoutLinks?: boolean
  /**
   * True: required attributes of the categories of the product have no value. False: none is missing. A
   * new product that lacks one is never approved by a rule.
   */
  missingAttributes?: boolean
}

/** A reason for the rejections by an approval rule. */
export interface ApprovalRuleReason {
  code: string | null
  pointer: string | null
  text: string
}

/** An approval rule. */
export interface ApprovalRule {
  id: string
  name: string
  /** Inactive rules decide nothing. */
  isActive: boolean
  when: ApprovalRuleConditions
  then: ApprovalRuleDecision
  /** Empty unless `then` is REJECT. */
  reasons: ApprovalRuleReason[]
  /** The percentage of the decisions that a person makes instead. */
  samplePercent: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All approval rules, in the order in which they are tried. */
export interface ApprovalRuleList {
  rules: ApprovalRule[]
}

/** The conditions of an approval rule. All must hold. Without any condition, every entry matches. */
export interface NewApprovalRuleConditions {
  /** The default is both kinds. */
  kinds?: ModerationKind[] | null
  /** The product belongs to one of these vendors. */
  vendorIds?: string[] | null
  /** The vendor has at least this trust. */
  minTrust?: VendorTrust | null
  /** The product is in one of these categories or in a descendant of them. */
  categoryIds?: string[] | null
  /** Only staged edits: no other fields are changed. */
  onlyFields?: ModeratedField[] | null
  /** Only staged edits: in each changed text, at most this share of the words differs. */
  maxTextChange?: number | null
  /** The product as proposed has at least this number of images. */
  minImages?: number | null
  /** No variant has a higher vendorPrice. */
  maxVendorPrice?: number | string | null
  /**
   * The texts as proposed contain none of these words or phrases. Case, punctuation, invisible
   * characters and the HTML tags of the description are ignored.
   */
  withoutWords?: string[] | null
  /** If true, the texts as proposed contain no link, web address or email address. */
  withoutLinks?: boolean | null
  /**
   * True: required attributes of the categories of the product have no value. False: none is missing. A
   * new product that lacks one is never approved by a rule.
   */
  missingAttributes?: boolean | null
}

/** A reason for the rejections by an approval rule. */
export interface NewApprovalRuleReason {
  /** A code, such as that of a reason template. */
  code?: string | null
  /**
   * A JSON pointer to the value that the reason is about, in the product as `GET
   * /platform/products/{id}` returns it.
   */
  pointer?: string | null
  /** The reason, which the vendor can read. */
  text: string
}

/** An approval rule to create. */
export interface NewApprovalRule {
  name: string
  /** Inactive rules decide nothing. */
  isActive: boolean
  when: NewApprovalRuleConditions
  then: ApprovalRuleDecision
  /** Required if `then` is REJECT, with 1 to 50 entries. Otherwise, only an empty list is accepted. */
  reasons?: NewApprovalRuleReason[] | null
  /**
   * The percentage of the decisions, from 0 to 100, that a person makes instead: these entries wait in
   * the queue, marked as samples. The default is 0. Not accepted if `then` is QUEUE, unless it is 0.
   */
  samplePercent?: number | string | null
}

/**
 * The fields of an approval rule to change. Omitted fields stay unchanged; `when` is replaced as a
 * whole.
 */
export interface ApprovalRulePatch {
  name?: string
  /** Inactive rules decide nothing. */
  isActive?: boolean
  when?: NewApprovalRuleConditions
  then?: ApprovalRuleDecision
  /** Required if `then` is REJECT, with 1 to 50 entries. Otherwise, only an empty list is accepted. */
  reasons?: NewApprovalRuleReason[] | null
  /**
   * The percentage of the decisions, from 0 to 100, that a person makes instead: these entries wait in
   * the queue, marked as samples. The default is 0. Not accepted if `then` is QUEUE, unless it is 0.
   */
  samplePercent?: number | string | null
}

/** The order of all approval rules. */
export interface ApprovalRuleOrder {
  /** The ids of all approval rules, in their new order. */
  ids: string[]
}

/** What applying the rules would decide. */
export interface ApprovalRuleApplicationPreview {
  id: string
  /** What began to wait later is not in the preview. */
  createdAt: Timestamp
  /** When the preview is deleted. */
  expiresAt: Timestamp
  /** The number of entries on which the rules were evaluated. */
  evaluated: number
  /** The number of entries that would be approved. */
  approved: number
  /** The number of entries that would be rejected. */
  rejected: number
  /** The number of entries that would still wait, including samples. */
  queued: number
  /** The number of entries that would still wait as samples. */
  samples: number
  /**
   * False if the service ran out of time. The preview then has only the entries that have waited
   * longest.
   */
  isComplete: boolean
}

/** An entry of the moderation queue, and what applying the rules would do with it. */
export interface ApprovalRuleApplicationEntry {
  id: string
  kind: ModerationKind
  /** The version that was evaluated. */
  version: number
  decision: ApprovalRuleDecision
  /** True if the rule would decide, but the entry is a sample. */
  isSample: boolean
  /** The rule that matches. Null if none does. */
  rule: {
    id: string
    name: string
  } | null
  product: {
    id: string
    name: string
    sku: string
    status: ProductStatus
  }
  vendor: ModeratedVendor
}

/** A page of entries. */
export interface ApprovalRuleApplicationEntryPage {
  entries: ApprovalRuleApplicationEntry[]
  pageInfo: PageInfo
}

/** What the rules decided. */
export interface ApprovalRuleApplication {
  /** The number of entries on which the rules were evaluated. */
  evaluated: number
  /** The number of entries that were approved. */
  approved: number
  /** The number of entries that were rejected. */
  rejected: number
  /** The number of entries that still wait, including samples. */
  queued: number
  /** The number of entries that still wait as samples. */
  samples: number
  /** False if the service ran out of time. Send the request again to continue. */
  isComplete: boolean
}

/** What was decided of a preview. */
export interface ApprovalRulePreviewApplication {
  /** The number of entries that the preview would have decided or made samples. */
  evaluated: number
  /** The number of entries that were approved. */
  approved: number
  /** The number of entries that were rejected. */
  rejected: number
  /** The number of entries that still wait, including samples. */
  queued: number
  /** The number of entries that still wait as samples. */
  samples: number
  /** False if the service ran out of time. Send the request again to continue. */
  isComplete: boolean
  /**
   * The number of entries that were left as they are, because they have changed since the preview, were
   * decided or claimed, or the rules would decide otherwise now. `queued` includes them.
   */
  changed: number
}

/** An approval rule to preview. Inactive rules are skipped. */
export interface PreviewedApprovalRule {
  /** The id of an existing rule, if this is a new version of it. The samples are then the same. */
  id?: string | null
  name: string
  /** Inactive rules decide nothing. */
  isActive: boolean
  when: NewApprovalRuleConditions
  then: ApprovalRuleDecision
  /** Required if `then` is REJECT, with 1 to 50 entries. Otherwise, only an empty list is accepted. */
  reasons?: NewApprovalRuleReason[] | null
  /**
   * The percentage of the decisions, from 0 to 100, that a person makes instead: these entries wait in
   * the queue, marked as samples. The default is 0. Not accepted if `then` is QUEUE, unless it is 0.
   */
  samplePercent?: number | string | null
}

/** Approval rules to preview on past decisions. */
export interface ApprovalRulePreviewInput {
  /** The rules in the order in which they are tried. */
  rules: PreviewedApprovalRule[]
}

/** What one rule would have decided, on the entries that no earlier rule matches. */
export interface ApprovalRulePreviewRule {
  /** The index in `rules`. */
  index: number
  name: string
  /** The number of entries that would have been approved. */
  approved: number
  /** The number of entries that would have been rejected. */
  rejected: number
  /** The number of entries that would have waited for a person as samples. */
  samples: number
  /** The number of entries that the rule would have sent to the queue, including samples. */
  queued: number
  /** The number of entries on which people decided otherwise. */
  differences: number
}

/** An entry on which a person decided otherwise than a rule would have. */
export interface ApprovalRulePreviewDifference {
  snapshotId: string
  productId: string
  vendorId: string
  kind: ModerationKind
  /** The index in `rules`. */
  ruleIndex: number
  ruleName: string
  /** The decision of the rule. */
  wouldBe: ModerationOutcome
  /** The decision of the person. */
  decided: ModerationOutcome
  decidedAt: Timestamp
}

/** What the rules would have decided on the decisions of the last 30 days. */
export interface ApprovalRulePreview {
  /** 30 days ago. Decisions since then are evaluated. */
  since: Timestamp
  /** The number of decisions on which the rules were evaluated. */
  evaluated: number
  /** The number of entries that would have been approved. */
  approved: number
  /** The number of entries that would have been rejected. */
  rejected: number
  /** The number of entries that would have waited for a person as samples. */
  samples: number
  /**
   * The number of entries that would have waited for a person: those that no rule matches, those that a
   * rule sends to the queue, and samples.
   */
  queued: number
  /** One entry for each rule, in the same order. */
  byRule: ApprovalRulePreviewRule[]
  differences: {
    /** The number of entries on which people decided otherwise. */
    count: number
    /** The newest 1,000 of them, newest first. */
    items: ApprovalRulePreviewDifference[]
  }
}

/** A category with its children. */
export interface CategoryNode {
  id: string
  name: string
  slug: string
  imageUrl: string | null
  parentId: string | null
  children: CategoryNode[]
}

/** The category tree. */
export interface CategoryTree {
  categories: CategoryNode[]
}

/** A category. */
export interface PlatformCategory {
  id: string
  name: string
  slug: string
  imageUrl: string | null
  parentId: string | null
  /** Entries are sorted by position, then by name. */
  position: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A category with its position and its children. */
export interface PlatformCategoryNode {
  id: string
  name: string
  slug: string
  imageUrl: string | null
  parentId: string | null
  /** Entries are sorted by position, then by name. */
  position: number
  /** With `counts=true`: the number of products, whatever their status. */
  productCount?: number
  /** With `counts=true`: the number of products in the category or in one below it. */
  totalProductCount?: number
  createdAt: Timestamp
  updatedAt: Timestamp
  children: PlatformCategoryNode[]
}

/** The category tree. */
export interface PlatformCategoryTree {
  categories: PlatformCategoryNode[]
}

/** A collection to which products can belong. */
export interface Collection {
  id: string
  name: string
  slug: string
}

/** All collections. */
export interface CollectionList {
  collections: Collection[]
}

/** A collection. */
export interface PlatformCollection {
  id: string
  name: string
  slug: string
  /** With `counts=true`: the number of products, whatever their status. */
  productCount?: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All collections. */
export interface PlatformCollectionList {
  collections: PlatformCollection[]
}

/** A tag that products can have. */
export interface Tag {
  id: string
  name: string
  slug: string
}

/** All tags. */
export interface TagList {
  tags: Tag[]
}

/** A tag. */
export interface PlatformTag {
  id: string
  name: string
  slug: string
  /** With `counts=true`: the number of products, whatever their status. */
  productCount?: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All tags. */
export interface PlatformTagList {
  tags: PlatformTag[]
}

/** A value that its facet offers. */
export interface ValueOfFacet {
  id: string
  name: string
  slug: string
}

/** A facet with the values that it offers. */
export interface Facet {
  id: string
  name: string
  slug: string
  values: ValueOfFacet[]
}

/** All facets with their values. */
export interface FacetList {
  facets: Facet[]
}

/** A value of a facet. */
export interface PlatformFacetValue {
  id: string
  name: string
  slug: string
  facetId: string
  /** Entries are sorted by position, then by name. */
  position: number
  /** With `counts=true`: the number of products, whatever their status. */
  productCount?: number
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All values of the facet. */
export interface PlatformFacetValueList {
  values: PlatformFacetValue[]
}

/** A facet with its values. */
export interface PlatformFacet {
  id: string
  name: string
  slug: string
  values: PlatformFacetValue[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All facets with their values. */
export interface PlatformFacetList {
  facets: PlatformFacet[]
}

/** A category to create. */
export interface NewCategory {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** Null puts the category at the top level. */
  parentId?: string | null
  /** Entries are sorted by position, then by name. The default is 0. */
  position?: number | null
}

/** The fields of a category to change. Omitted fields stay unchanged. */
export interface CategoryPatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
  /** Null puts the category at the top level. */
  parentId?: string | null
  /** Entries are sorted by position, then by name. The default is 0. */
  position?: number | null
}

/** A collection to create. */
export interface NewCollection {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
}

/** The fields of a collection to change. Omitted fields stay unchanged. */
export interface CollectionPatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
}

/** A tag to create. */
export interface NewTag {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
}

/** The fields of a tag to change. Omitted fields stay unchanged. */
export interface TagPatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
}

/** A facet to create. */
export interface NewFacet {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
}

/** The fields of a facet to change. Omitted fields stay unchanged. */
export interface FacetPatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
}

/** A value to add to the facet. */
export interface NewFacetValue {
  name: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** Entries are sorted by position, then by name. The default is 0. */
  position?: number | null
}

/** The fields of a facet value to change. Omitted fields stay unchanged. */
export interface FacetValuePatch {
  name?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string
  /** Entries are sorted by position, then by name. The default is 0. */
  position?: number | null
}

/** Into which other one something is merged. */
export interface Merge {
  /** The one that the products get instead. */
  intoId: string
}

/** A value that products can have. */
export interface AttributeOption {
  /** The value of the attribute. */
  code: string
  /** What people read. */
  label: string
  /** The facet value under which products with this option are filed. */
  facetValueId: string | null
}

/** A definition of an attribute that products can have. */
export interface Attribute {
  id: string
  /** The key of the values. It never changes. */
  code: string
  name: string
  help: string | null
  type: AttributeType
  /** The unit of numbers. */
  unit: string | null
  /** For OPTION and OPTIONS: the values to choose from, in the order in which they are offered. */
  options: AttributeOption[]
  min: number | null
  max: number | null
  maxLength: number | null
  pattern: string | null
  level: AttributeLevel
  /** The facet whose values the options correspond to. */
  facetId: string | null
  /** True if changed values of live products are reviewed afterwards, as entries of kind CHANGE. */
  isWatched: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** An attribute, with the categories that list it. */
export interface ListedAttribute {
  id: string
  /** The key of the values. It never changes. */
  code: string
  name: string
  help: string | null
  type: AttributeType
  /** The unit of numbers. */
  unit: string | null
  /** For OPTION and OPTIONS: the values to choose from, in the order in which they are offered. */
  options: AttributeOption[]
  min: number | null
  max: number | null
  maxLength: number | null
  pattern: string | null
  level: AttributeLevel
  /** The facet whose values the options correspond to. */
  facetId: string | null
  /** True if changed values of live products are reviewed afterwards, as entries of kind CHANGE. */
  isWatched: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
  /** The categories that list the attribute themselves. Those below them inherit it. */
  categoryIds: string[]
}

/** The attributes, sorted by code. */
export interface AttributeList {
  attributes: ListedAttribute[]
}

/** A value to choose from. */
export interface AttributeDefinitionOption {
  /** The value of the attribute. */
  code: string
  /** What people read. */
  label: string
}

/** An attribute that products can have. */
export interface AttributeDefinition {
  /** The key of the values. It never changes. */
  code: string
  name: string
  help: string | null
  type: AttributeType
  level: AttributeLevel
  /** The unit of numbers. */
  unit: string | null
  min: number | null
  max: number | null
  maxLength: number | null
  pattern: string | null
  /** For OPTION and OPTIONS: the values to choose from, in the order in which they are offered. */
  options: AttributeDefinitionOption[]
}

/** The attributes that the marketplace defines, sorted by code. */
export interface AttributeDefinitionList {
  attributes: AttributeDefinition[]
}

/** A value that products can have. */
export interface NewAttributeOption {
  /** The value of the attribute. */
  code: string
  /** What people read. */
  label: string
  /**
   * A value of the facet. By default, the value of the facet with the name or the slug of the label,
   * which is created if it does not exist.
   */
  facetValueId?: string | null
}

/** An attribute to create. */
export interface NewAttribute {
  /** The key of the values. */
  code: string
  name: string
  type: AttributeType
  level: AttributeLevel
  /** What vendors should enter. */
  help?: string | null
  /** Only for NUMBER and INTEGER. */
  unit?: string | null
  /** Required for OPTION and OPTIONS, and only allowed for them. */
  options?: NewAttributeOption[] | null
  /** The smallest value. Only for NUMBER and INTEGER. */
  min?: number | null
  /** The largest value. Only for NUMBER and INTEGER. */
  max?: number | null
  /** The maximum length in characters. Only for TEXT. The default is 2000. */
  maxLength?: number | null
  /**
   * A regular expression that a part of the text must match, in the syntax that RE2 and JavaScript
   * share. Only for TEXT.
   */
  pattern?: string | null
  /** Products are also filed under the values of this facet. Only for OPTION and OPTIONS. */
  facetId?: string | null
  /**
   * True if changed values of live products are reviewed afterwards, as entries of kind CHANGE. The
   * default is false.
   */
  isWatched?: boolean | null
}

/** The fields of an attribute to change. Omitted fields stay unchanged. */
export interface AttributePatch {
  name?: string
  /** What vendors should enter. */
  help?: string | null
  /** Only for NUMBER and INTEGER. */
  unit?: string | null
  /** Required for OPTION and OPTIONS, and only allowed for them. */
  options?: NewAttributeOption[] | null
  /** The smallest value. Only for NUMBER and INTEGER. */
  min?: number | null
  /** The largest value. Only for NUMBER and INTEGER. */
  max?: number | null
  /** The maximum length in characters. Only for TEXT. The default is 2000. */
  maxLength?: number | null
  /**
   * A regular expression that a part of the text must match, in the syntax that RE2 and JavaScript
   * share. Only for TEXT.
   */
  pattern?: string | null
  /** Products are also filed under the values of this facet. Only for OPTION and OPTIONS. */
  facetId?: string | null
  /**
   * True if changed values of live products are reviewed afterwards, as entries of kind CHANGE. The
   * default is false.
   */
  isWatched?: boolean | null
}

/** An attribute that a category lists. */
export interface CategoryAttribute {
  /** The code of the attribute. */
  attribute: string
  requirement: AttributeRequirement
  /**
   * For REQUIRED: from when on products must have a value. Null: since it has been required. Until then,
   * vendors see that the attribute will be required.
   */
  enforcedFrom: Timestamp | null
}

/** An attribute of the products of a category. */
export interface EffectiveAttribute {
  /** The code of the attribute. */
  attribute: string
  name: string
  type: AttributeType
  level: AttributeLevel
  requirement: AttributeRequirement
  /**
   * For REQUIRED: from when on products must have a value. Null: since it has been required. Until then,
   * vendors see that the attribute will be required.
   */
  enforcedFrom: Timestamp | null
  /** The category whose requirement it is: this category, or the ancestor from which it is inherited. */
  categoryId: string
}

/** The attributes of a category. */
export interface CategoryAttributes {
  /** The attributes that the category lists itself. */
  attributes: CategoryAttribute[]
  /** All attributes of products in the category, including those of its ancestors. */
  effective: EffectiveAttribute[]
}

/** An attribute to list. */
export interface CategoryAttributeInput {
  /** The code of an attribute. */
  attribute: string
  requirement: AttributeRequirement
  /**
   * For REQUIRED: from when on products must have a value. Null: since it has been required. Until then,
   * vendors see that the attribute will be required.
   */
  enforcedFrom?: Timestamp | null
}

/** The attributes of a category. They replace the previous ones. */
export interface CategoryAttributesInput {
  /** All attributes that the category lists itself, in the order of forms. */
  attributes: CategoryAttributeInput[]
}

/** A vendor whose products would get issues. */
export interface AttributePreviewVendor {
  id: string
  name: string
  /** The number of its products that would get issues. */
  products: number
}

/** An issue that a product would get. */
export interface AttributePreviewIssue {
  code: string
  /** A JSON Pointer to the field of the product. */
  pointer: string
  message: string
}

/** A product that would get issues. */
export interface AttributePreviewExample {
  productId: string
  vendorId: string
  /** Issues that the product does not have now, at most 10. */
  issues: AttributePreviewIssue[]
}

/** What a change of attributes would do to the products. */
export interface AttributePreview {
  /** The number of products that were checked. */
  checked: number
  /** The number of products that would get an issue that they do not have now. */
  affected: number
  /** How many of the affected products have no issues now. */
  withoutIssuesNow: number
  /** The vendors of the affected products, those with the most products first, at most 100. */
  vendors: AttributePreviewVendor[]
  /** The number of vendors with affected products. */
  vendorCount: number
  /** Some of the affected products, at most 20. */
  examples: AttributePreviewExample[]
}

/** An attribute whose requirement in a category changes. */
export interface AttributeDifference {
  /** The code of the attribute. */
  attribute: string
  name: string
  /** Null: the category does not have the attribute now. */
  before: AttributeRequirement | null
  /** Null: the category will not have the attribute. */
  after: AttributeRequirement | null
}

/** What moving or merging a category would do. */
export interface CategoryPreview {
  /** The number of products that were checked. */
  checked: number
  /** The number of products that would get an issue that they do not have now. */
  affected: number
  /** How many of the affected products have no issues now. */
  withoutIssuesNow: number
  /** The vendors of the affected products, those with the most products first, at most 100. */
  vendors: AttributePreviewVendor[]
  /** The number of vendors with affected products. */
  vendorCount: number
  /** Some of the affected products, at most 20. */
  examples: AttributePreviewExample[]
  /** The number of categories below the category, which move with it. */
  subcategoryCount: number
  /** The attributes whose requirement changes for products of the category. */
  attributes: AttributeDifference[]
}

/** A video to show with the product. */
export interface NewVideo {
  url: string
  title?: string | null
}

/** A variant to create. */
export interface NewVariant {
  /** Unique among the variants of the product. */
  sku: string
  name: string
  /** The cost, from which the retail price is calculated. */
  vendorPrice: number | string
  /** The manufacturer's suggested retail price. */
  listPrice?: number | string | null
  upc?: string | null
  unitOfMeasure?: string | null
  partNumber?: string | null
  /** In the marketplace's weight unit. */
  weight?: number | string | null
  /** The initial stock. The default is 0. */
  initialInventory?: number | null
  /**
   * Any JSON object with at most 100 keys, 8 levels and 16 KiB, not counting `unspc`. An update replaces
   * all attributes except `unspc`.
   */
  attributes?: {
    /**
     * The UNSPSC code of the variant. A number is converted to its shortest text. An update changes the
     * code only if it contains this field; null clears it.
     */
    unspc?: string | number | null
    [name: string]: unknown
  } | null
  /** The default is true. */
  isActive?: boolean | null
  /** Ignored. The retail price is calculated from vendorPrice. */
  price?: unknown
}

/**
 * A document to create. With neither url nor base64Document, it only has a title and a type; you can
 * add a URL or a file later.
 */
export interface NewDocument {
  title: string
  type: string
  url?: string | null
  /** The file in base64, with or without a data URI prefix, at most 10 MiB. */
  base64Document?: string | null
  /** Documents are sorted by this number. The default is the index in the array. */
  sortOrder?: number | null
}

/** A product to create, with its variants and documents. */
export interface NewProduct {
  name: string
  /** Unique among the products of the vendor. */
  sku: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** Plain text, at most 64 KiB. */
  shortDescription?: string | null
  /** Plain text or HTML, at most 64 KiB. Unsafe HTML is removed. */
  description?: string | null
  warranty?: string | null
  pageTitle?: string | null
  pageDescription?: string | null
  brand?: string | null
  /** The English name of a country is replaced by its ISO 3166-1 alpha-2 code. */
  countryOfOrigin?: string | null
  manufacturer?: string | null
  /** The lead time in days. The default is the lead time of the vendor's profile. */
  leadTime?: number | null
  unspc?: string | null
  commodityCode?: string | null
  eccn?: string | null
  /** The default is false. */
  freeShipping?: boolean | null
  /** The default is false. */
  abilityOne?: boolean | null
  /** The default is false. */
  madeInUsa?: boolean | null
  /** The default is false. */
  greenProduct?: boolean | null
  keyFeatures?: string[] | null
  /**
   * The attributes of the product that are the same for all variants, such as the material. Any JSON
   * object with at most 100 keys, 8 levels and 16 KiB. An update replaces all of them.
   */
  attributes?: Record<string, unknown> | null
  accountCode?: string | null
  programCode?: string | null
  resourceCode?: string | null
  videos?: NewVideo[] | null
  /** Ids of existing categories, without duplicates. */
  categoryIds?: string[] | null
  /** Ids of existing collections, without duplicates. */
  collectionIds?: string[] | null
  /** Ids of existing tags, without duplicates. */
  tagIds?: string[] | null
  /** Ids of existing facet values, without duplicates. */
  facetValueIds?: string[] | null
  /** Ignored. The retail price is calculated from vendorPrice. */
  price?: unknown
  variants?: NewVariant[] | null
  documents?: NewDocument[] | null
}

/** An entry without an id must have sku, name and vendorPrice. */
export interface VariantPatch {
  /** The variant to update. Without an id, the entry creates a variant. */
  id?: string | null
  /** Unique among the variants of the product. */
  sku?: string
  name?: string
  /** The cost, from which the retail price is calculated. */
  vendorPrice?: number | string
  /** The manufacturer's suggested retail price. */
  listPrice?: number | string | null
  upc?: string | null
  unitOfMeasure?: string | null
  partNumber?: string | null
  /** In the marketplace's weight unit. */
  weight?: number | string | null
  /** The initial stock. The default is 0. */
  initialInventory?: number | null
  /**
   * Any JSON object with at most 100 keys, 8 levels and 16 KiB, not counting `unspc`. An update replaces
   * all attributes except `unspc`.
   */
  attributes?: {
    /**
     * The UNSPSC code of the variant. A number is converted to its shortest text. An update changes the
     * code only if it contains this field; null clears it.
     */
    unspc?: string | number | null
    [name: string]: unknown
  } | null
  /** The default is true. */
  isActive?: boolean | null
  /** Ignored. The retail price is calculated from vendorPrice. */
  price?: unknown
}

/** The new stock of a variant. An entry must have either quantity or change. */
export interface VariantStock {
  /** A variant of the product. */
  variantId: string
  /** The new stock on hand, including stock that orders have reserved. */
  quantity?: number
  /**
   * In place of quantity: a number to add to the stock on hand. A negative number is subtracted. If the
   * stock on hand would fall below 0, the response is 409 INSUFFICIENT_STOCK.
   */
  change?: number
  /**
   * With quantity: the stock on hand that you expect before the update. If it is another one, the
   * response is 409 STOCK_CONFLICT.
   */
  expected?: number
  /**
   * When the stock was counted, at most 5 minutes in the future. If the variant was shipped or a
   * shipment of it cancelled later, or an update with a later asOf was accepted, the response is 409
   * STOCK_OUTDATED.
   */
  asOf?: Timestamp
}

/**
 * An entry with an id updates that document. Omitted fields stay unchanged, and so does the stored
 * file. An entry without an id must have title and type.
 */
export interface DocumentPatch {
  /** An existing document. Without an id, the entry creates a document. */
  id?: string | null
  title?: string
  type?: string
  url?: string | null
  /** The file in base64, with or without a data URI prefix, at most 10 MiB. */
  base64Document?: string | null
  /** Documents are sorted by this number. The default is the index in the array. */
  sortOrder?: number | null
}

/** The fields of a product to change. Omitted fields stay unchanged. */
export interface ProductPatch {
  name?: string
  /** Unique among the products of the vendor. */
  sku?: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** Plain text, at most 64 KiB. */
  shortDescription?: string | null
  /** Plain text or HTML, at most 64 KiB. Unsafe HTML is removed. */
  description?: string | null
  warranty?: string | null
  pageTitle?: string | null
  pageDescription?: string | null
  brand?: string | null
  /** The English name of a country is replaced by its ISO 3166-1 alpha-2 code. */
  countryOfOrigin?: string | null
  manufacturer?: string | null
  /** The lead time in days. The default is the lead time of the vendor's profile. */
  leadTime?: number | null
  unspc?: string | null
  commodityCode?: string | null
  eccn?: string | null
  /** The default is false. */
  freeShipping?: boolean | null
  /** The default is false. */
  abilityOne?: boolean | null
  /** The default is false. */
  madeInUsa?: boolean | null
  /** The default is false. */
  greenProduct?: boolean | null
  keyFeatures?: string[] | null
  /**
   * The attributes of the product that are the same for all variants, such as the material. Any JSON
   * object with at most 100 keys, 8 levels and 16 KiB. An update replaces all of them.
   */
  attributes?: Record<string, unknown> | null
  accountCode?: string | null
  programCode?: string | null
  resourceCode?: string | null
  videos?: NewVideo[] | null
  /** Ids of existing categories, without duplicates. */
  categoryIds?: string[] | null
  /** Ids of existing collections, without duplicates. */
  collectionIds?: string[] | null
  /** Ids of existing tags, without duplicates. */
  tagIds?: string[] | null
  /** Ids of existing facet values, without duplicates. */
  facetValueIds?: string[] | null
  /** Ignored. The retail price is calculated from vendorPrice. */
  price?: unknown
  /** Variants to update or create. Variants that are not listed stay unchanged. */
  variants?: VariantPatch[] | null
  /**
   * Sets or changes the stock on hand of variants. If the request is refused because of one entry,
   * nothing of it is applied.
   */
  variantStock?: VariantStock[] | null
  /** The complete new set of documents. Documents that are not listed are deleted. */
  documents?: DocumentPatch[] | null
}

/** Must have product_id, code or both. Fields that begin with `_` are ignored. */
export interface BulkUpdateItem {
  product_id?: string | null
  /** The SKU of a product or variant. With product_id, the SKU of a variant of that product. */
  code?: string | null
  /** The same as code; the name of the field in the export. */
  product_code?: string | null
  /** Your own vendor id, as in rows of the export. */
  company_id?: string | null
  /** At most 255 characters. */
  manufacturer_name?: string | null
  /** The lead time of the product in days. Null means the lead time of the vendor's profile. */
  lead_time?: number | null
  /** At most 28 characters. */
  commodity_code?: string | number | null
  /** The cost, as a number or a string. The retail price is calculated from it. */
  vendor_price?: number | string
  /** The manufacturer's suggested retail price of the variant, as a number or a string. */
  list_price?: number | string | null
  /** The `upc` of the variant, at most 255 characters. */
  upc?: string | number | null
  /** At most 255 characters. */
  manufacturer_part_number?: string | null
  /** The weight of the variant, in the marketplace's weight unit, as a number or a string. */
  variant_weight?: number | string | null
  /** False takes the variant off sale. Null means true, the default of a new variant. */
  is_active?: boolean | null
  /** The stock on hand, as a number or a string. Stock reserved by orders stays reserved. */
  amount?: number | string
  /**
   * In place of amount: an integer to add to the stock on hand. A negative number is subtracted. If the
   * stock on hand would fall below 0, the item fails with INSUFFICIENT_STOCK.
   */
  amount_change?: number | string
  /**
   * With amount: the stock on hand that you expect before the update. If it is another one, the item
   * fails with STOCK_CONFLICT.
   */
  amount_expected?: number | string
  /**
   * With amount or amount_change: when the stock was counted, at most 5 minutes in the future. If the
   * variant was shipped or a shipment of it cancelled later, or an update with a later time was
   * accepted, the item fails with STOCK_OUTDATED.
   */
  as_of?: Timestamp
  /**
   * Stored as `unspc` in the `attributes` of the variant. If it has 8 or 10 digits and the product has
   * no other variants, it also becomes the `unspc` of the product.
   */
  unspsc?: string | number | null
  /**
   * At most 100 ids of existing categories, separated by commas. They replace the product's categories.
   * An empty string or null removes all categories.
   */
  category_ids?: string | number | null
  /**
   * The new attributes of the variant, which replace all but `unspc`. They must contain all attributes
   * that are required in the categories of the product. Attributes of the product itself are refused,
   * because their changes can need approval; send them to PATCH /vendor/products/{id}. Null removes all
   * attributes.
   */
  attributes?: Record<string, unknown> | null
  /** Ignored. The retail price is calculated from vendor_price. */
  price?: unknown
}

/** Prices, stock and other values to set, with the options of the bulk update. */
export interface BulkUpdate {
  items: BulkUpdateItem[]
  /**
   * With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only
   * the invalid items fail.
   */
  error_policy?: ErrorPolicy | null
  /** If true, returns the results without writing anything. */
  dry_run?: boolean | null
}

/** An error of an item of a bulk update. */
export interface BulkUpdateFault {
  code: string
  /** The item's field, or null if the error concerns the whole item. */
  field: string | null
  message: string
  /**
   * For STOCK_CONFLICT and INSUFFICIENT_STOCK: the current stock on hand. For STOCK_OUTDATED: the time
   * of the last count, shipment or cancelled shipment.
   */
  current?: number | string
  /**
   * Only for a workbook: the cell with the error, or the cell of the SKU if the error concerns no
   * column.
   */
  cell?: string
}

/** The result of one item of a bulk update. */
export interface BulkUpdateResult {
  /** The index of the item in the request, from 0. */
  index: number
  product_id: string | null
  /** The variant, or null if the item is for the product only. */
  variant_id: string | null
  code: string | null
  status: 'UPDATED' | 'UNCHANGED' | 'SUPERSEDED' | 'FAILED'
  errors: BulkUpdateFault[]
  /** Only for a workbook: the row of the item. */
  row?: number
  /** Only in a dry run: the fields of the item whose values would change. */
  changed_fields?: string[]
}

/** What may be wrong with a value of an item of a bulk update. */
export interface BulkUpdateWarning {
  /** The index of the item in the request, from 0. */
  index: number
  code: string
  field: string | null
  message: string
}

/** The result of each item of a bulk update, and the number of items with each result. */
export interface BulkUpdateAnswer {
  total: number
  updated: number
  /** The number of UNCHANGED and SUPERSEDED items. */
  unchanged: number
  failed: number
  /** Only for a workbook: the columns that are not used, because their names stand for no field. */
  ignored_columns?: string[]
  results: BulkUpdateResult[]
  /** The first 1,000 warnings about values that were accepted. Only if there are any. */
  warnings?: BulkUpdateWarning[]
}

/** A product, vendor or category that you have to read again. */
export interface CatalogChange {
  /** VENDOR and CATEGORY stand for all products of the vendor or category. */
  kind: 'PRODUCT' | 'VENDOR' | 'CATEGORY'
  /** The id of the product, vendor or category. */
  id: string
  /** The current slug of a product, or the last slug of a deleted one. Null for vendors and categories. */
  slug: string | null
  /** True if the storefront shows the product now, if the vendor is active, or if the category exists. */
  isVisible: boolean
  /** The position in the list. It increases from change to change, with gaps. */
  sequence: number
  /** Send it as `after` to read the changes after this one. */
  cursor: string
}

/** A page of changes. */
export interface CatalogChangePage {
  changes: CatalogChange[]
  pageInfo: PageInfo
}

/** The cost and stock of one variant. */
export interface ExportRow {
  /** The id of the vendor. */
  company_id: string
  product_id: string
  /** The variant's SKU. */
  product_code: string
  /** The cost, a decimal. */
  vendor_price: string
  /** The stock on hand, an integer. */
  amount: string
}

/** A page of products. */
export interface ExportPage {
  products: ExportRow[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** The release that a process runs. */
export interface Version {
  /** The release. */
  version: string
  /** The commit of the source, or null if it is unknown. */
  commit: string | null
  /**
   * The number of the last migration of this release. The database has this migration, and can have
   * later ones of a newer release.
   */
  schemaVersion: number
}

/**
 * A product with one variant. `min_qty`, `weight`, `free_shipping`, `abilityone`, `made_in_usa` and
 * `green_product` are stored in the `metadata` of the product, under these names and with the values
 * that were sent; `weight` sets that of the variant too. All other fields set fields of the product or
 * its variant. Fields that begin with `_`, as in a report, are ignored.
 */
export interface UploadItem {
  /** The `name` of the product and of its variant. */
  product: string
  /** The `sku` of the product and of its variant. */
  code: string
  /** The `vendorPrice` of the variant, from which the retail price is calculated. */
  vendor_price: number | string
  /** The `description` of the product: plain text or HTML, at most 64 KiB. Unsafe HTML is removed. */
  full_description?: string | null
  /** The stock on hand of the variant. The default is 0. */
  amount?: number | null
  /** The minimum order quantity. Stored in `metadata` only. */
  min_qty?: number | null
  /** The `unitOfMeasure` of the variant. */
  unit_of_measure?: string | null
  /** The `manufacturer` of the product. */
  manufacturer_name?: string | null
  /** The `partNumber` of the variant. */
  manufacturer_part_number?: string | null
  /** The `countryOfOrigin` of the product. */
  country_of_origin?: string | null
  /** The `upc` of the variant. A number is converted to its shortest text. */
  upc?: string | number | null
  /**
   * Stored as `unspc` in the `attributes` of the variant. If it has 8 or 10 digits and the product has
   * no other variants, also stored as `unspc` of the product. A number is converted to its shortest
   * text.
   */
  unspsc?: string | number | null
  /** The `commodityCode` of the product. A number is converted to its shortest text. */
  commodity_code?: string | number | null
  /** The `eccn` of the product. A number is converted to its shortest text. */
  eccn?: string | number | null
  /**
   * The `categories` of the product: at most 100 ids of existing categories, separated by commas. A
   * number is converted to its shortest text.
   */
  category_ids?: string | number | null
  /**
   * At most 20 http or https URLs of at most 2,048 characters each, separated by `///`. A URL may end in
   * `/`; empty URLs are ignored.
   */
  images?: string | null
  /** Sets the `weight` of the variant, and is stored in `metadata` too. */
  weight?: number | string | null
  /** Stored in `metadata` only; doesn't set `freeShipping`. */
  free_shipping?: YesOrNo | null
  /** Stored in `metadata` only; doesn't set `abilityOne`. */
  abilityone?: YesOrNo | null
  /** Stored in `metadata` only; doesn't set `madeInUsa`. */
  made_in_usa?: YesOrNo | null
  /** Stored in `metadata` only; doesn't set `greenProduct`. */
  green_product?: YesOrNo | null
  /** The `brand` of the product. */
  brand?: string | null
  /** The `listPrice` of the variant. */
  list_price?: number | string | null
  /**
   * The attributes of the product and of its variant, by the definitions of its categories. Those whose
   * level is PRODUCT are stored in the product, all others in the variant. An item with this field must
   * have all required attributes. An item without it creates the product, and `attributeIssues` of the
   * product lists what is missing. An update replaces the attributes.
   */
  attributes?: Record<string, unknown> | null
  /** Ignored. The retail price is calculated from vendor_price. */
  price?: unknown
}

/**
 * A product as in POST /vendor/products, with the same rules, and with `images` as in UploadItem. An
 * item is read this way if it has the field `variants`. It has none of the fields that only UploadItem
 * has, and no `metadata`. Fields that begin with `_`, as in a report, are ignored.
 */
export interface UploadProduct {
  name: string
  /** Unique among the products of the vendor. */
  sku: string
  /** Generated from the name by default. If the slug is already used, a suffix such as -2 is added. */
  slug?: string | null
  /** Plain text, at most 64 KiB. */
  shortDescription?: string | null
  /** Plain text or HTML, at most 64 KiB. Unsafe HTML is removed. */
  description?: string | null
  warranty?: string | null
  pageTitle?: string | null
  pageDescription?: string | null
  brand?: string | null
  /** The English name of a country is replaced by its ISO 3166-1 alpha-2 code. */
  countryOfOrigin?: string | null
  manufacturer?: string | null
  /** The lead time in days. The default is the lead time of the vendor's profile. */
  leadTime?: number | null
  unspc?: string | null
  commodityCode?: string | null
  eccn?: string | null
  /** The default is false. */
  freeShipping?: boolean | null
  /** The default is false. */
  abilityOne?: boolean | null
  /** The default is false. */
  madeInUsa?: boolean | null
  /** The default is false. */
  greenProduct?: boolean | null
  keyFeatures?: string[] | null
  /**
   * The attributes of the product that are the same for all variants, such as the material. Any JSON
   * object with at most 100 keys, 8 levels and 16 KiB. An update replaces all of them.
   */
  attributes?: Record<string, unknown> | null
  accountCode?: string | null
  programCode?: string | null
  resourceCode?: string | null
  videos?: NewVideo[] | null
  /** Ids of existing categories, without duplicates. */
  categoryIds?: string[] | null
  /** Ids of existing collections, without duplicates. */
  collectionIds?: string[] | null
  /** Ids of existing tags, without duplicates. */
  tagIds?: string[] | null
  /** Ids of existing facet values, without duplicates. */
  facetValueIds?: string[] | null
  /** Ignored. The retail price is calculated from vendorPrice. */
  price?: unknown
  /** The variants. An item with this field has the fields of a new product. */
  variants: NewVariant[] | null
  documents?: NewDocument[] | null
  /**
   * At most 20 http or https URLs of at most 2,048 characters each, separated by `///`. A URL may end in
   * `/`; empty URLs are ignored.
   */
  images?: string | null
}

/** The items of a bulk upload and its options. */
export interface BulkUpload {
  /**
   * One product per item. An item with `variants` is an UploadProduct, any other item an UploadItem. An
   * upload can contain both.
   */
  items: Array<UploadItem | UploadProduct>
  /**
   * With reject_all, the default, one invalid item rejects the request. With reject_failed_items, only
   * the invalid items fail.
   */
  error_policy?: ErrorPolicy | null
  /** How to treat an item whose SKU is already the SKU of a product. The default is fail. */
  on_existing?: OnExisting | null
  /**
   * If true, checks and reports all items but writes no products. The items of the job then list what
   * would change.
   */
  dry_run?: boolean | null
}

/** The id of the import job. */
export interface QueuedUpload {
  queue_id: string
  /** Only for a workbook: the columns that are not used, because their names stand for no field. */
  ignored_columns?: string[]
}

/** An import job. */
export interface ImportJob {
  queue_id: string
  type: 'BULK_UPLOAD'
  status: ImportJobStatus
  /**
   * If true, no products are written; the counters show what an upload would do, and the items what
   * would change.
   */
  dry_run: boolean
  /** How items whose SKU already exists are treated. */
  on_existing: OnExisting
  source: ImportJobSource
  /** The name of the file, if it was sent with the upload. */
  file_name: string | null
  items_total: number
  /** created + updated + skipped + failed + cancelled. */
  items_processed: number
  items_created: number
  items_updated: number
  items_skipped: number
  items_failed: number
  items_cancelled: number
  /**
   * The number of items, whatever their status, with warnings about their values. Images that could not
   * be fetched are counted in images_failed.
   */
  items_with_warnings: number
  images_total: number
  images_fetched: number
  images_failed: number
  /** The id of the job whose failed items are retried or corrected. */
  retry_of: string | null
  /** The name of the user or API token. */
  created_by: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
  /** The reason why the job is FAILED. */
  error: string | null
}

/** A page of jobs. */
export interface ImportJobPage {
  jobs: ImportJob[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** An import job of a vendor. */
export interface PlatformImportJob {
  queue_id: string
  type: 'BULK_UPLOAD'
  status: ImportJobStatus
  /**
   * If true, no products are written; the counters show what an upload would do, and the items what
   * would change.
   */
  dry_run: boolean
  /** How items whose SKU already exists are treated. */
  on_existing: OnExisting
  source: ImportJobSource
  /** The name of the file, if it was sent with the upload. */
  file_name: string | null
  items_total: number
  /** created + updated + skipped + failed + cancelled. */
  items_processed: number
  items_created: number
  items_updated: number
  items_skipped: number
  items_failed: number
  items_cancelled: number
  /**
   * The number of items, whatever their status, with warnings about their values. Images that could not
   * be fetched are counted in images_failed.
   */
  items_with_warnings: number
  images_total: number
  images_fetched: number
  images_failed: number
  /** The id of the job whose failed items are retried or corrected. */
  retry_of: string | null
  /** The name of the user or API token. */
  created_by: string | null
  created_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
  /** The reason why the job is FAILED. */
  error: string | null
  vendor_id: string
  vendor_name: string
}

/** A page of jobs. */
export interface PlatformImportJobPage {
  jobs: PlatformImportJob[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** An error or warning of an item of a bulk upload. */
export interface ImportItemFault {
  code: string
  /**
   * The item's field, or null if the error concerns the whole item. The field of a value within a list
   * is a path, such as `variants/0/sku`.
   */
  field: string | null
  message: string
  /**
   * The cell of the workbook. If the error concerns no column, the cell of the SKU in the row of the
   * item or variant.
   */
  cell?: string
}

/** What an upload would change in one field of a product. */
export interface ImportItemChange {
  /**
   * The field of the item. For an item with `variants`, a field of the product or of a variant, or
   * CREATED if the variant is new. `documents` means that the documents change; their values are not
   * listed.
   */
  field: string
  /**
   * The SKU of the variant to which the field belongs, or null if it belongs to the product or to a flat
   * item.
   */
  variant_sku: string | null
  /**
   * The present value, in the form of the history of a product, or null. If an edit of a text waits for
   * approval, it is the edited value.
   */
  old: unknown
  /**
   * The value after an upload, or null. Lists of categories, collections, tags and facet values are
   * lists of ids. Another product may have a new slug already; it then gets a numeric suffix.
   */
  new: unknown
  /** True if the product is live and the new value would wait for approval. */
  needs_approval: boolean
  /**
   * True if one of the values has more than 1,000 characters. Both are then strings with the part of the
   * text, or of the JSON text, around the first difference. `…` replaces the rest.
   */
  is_shortened: boolean
}

/** An item of a bulk upload and its result. */
export interface ImportItem {
  /** The index of the item in the upload, from 0. */
  index: number
  /** The SKU of the item (`code` or `sku`), or null if it has no valid SKU. */
  code: string | null
  status: ImportItemStatus
  /** The product that was created or updated, or the existing product with the same SKU. */
  product_id: string | null
  errors: ImportItemFault[]
  /**
   * What may be wrong with values that were accepted, such as a UPC with a wrong check digit
   * (INVALID_UPC), and the images that could not be added.
   */
  warnings: ImportItemFault[]
  images: Array<{
    url: string
    status: 'PENDING' | 'FETCHED' | 'FAILED' | 'CANCELLED'
    /** The error code of a FAILED image. */
    error: string | null
    /** For COULD_NOT_FETCH: what happened. Null if it is not known. */
    reason: FetchReason | null
    /** For a FAILED image: what happened, and what you can do. */
    message: string | null
  }>
  /**
   * Only in a dry run: what the item would change in the existing product, up to 100 changes. Empty if
   * nothing would change. Null if the item would not update a product. Images are not compared.
   */
  changes: ImportItemChange[] | null
  /** The number of all changes, which can be more than `changes` lists, or null. */
  change_count: number | null
}

/** A page of items. */
export interface ImportItemPage {
  items: ImportItem[]
  pageInfo: PageInfo
}

/** The submitted items of a bulk upload with their results, which can be uploaded again. */
export interface ImportReport {
  items: Array<{
    /** The submitted line, if it wasn't a JSON object. */
    _line?: string
    _index: number
    _status: ImportItemStatus
    _product_id: string | null
    _errors: ImportItemFault[]
    /** Only if there are warnings about the values of the item. */
    _warnings?: ImportItemFault[]
    [name: string]: unknown
  }>
}

/**
 * How often mails about each subject are sent. Subjects that the role does not permit to see are never
 * sent.
 */
export interface MailFrequencies {
  /** New orders. The default is IMMEDIATELY. */
  NEW_ORDERS: MailFrequency
  /** Orders whose deadline has passed, for members who can write. The default is IMMEDIATELY. */
  LATE_ORDER: MailFrequency
  /** Decisions on products. The default is DAILY. */
  PRODUCT_DECISIONS: MailFrequency
  /** Imports that have ended with failures. The default is IMMEDIATELY. */
  FAILED_IMPORTS: MailFrequency
  /** Variants of which at most 5 pieces are available. The default is DAILY. */
  LOW_STOCK: MailSummaryFrequency
  /** New statements, for owners and admins. The default is IMMEDIATELY. */
  STATEMENTS: MailFrequency
  /** What waits in the moderation queue, for the operator's users. The default is DAILY. */
  APPROVAL_QUEUE: MailSummaryFrequency
}

/** The frequencies that differ from the defaults. */
export interface MailFrequenciesInput {
  /** New orders. The default is IMMEDIATELY. */
  NEW_ORDERS?: MailFrequency
  /** Orders whose deadline has passed, for members who can write. The default is IMMEDIATELY. */
  LATE_ORDER?: MailFrequency
  /** Decisions on products. The default is DAILY. */
  PRODUCT_DECISIONS?: MailFrequency
  /** Imports that have ended with failures. The default is IMMEDIATELY. */
  FAILED_IMPORTS?: MailFrequency
  /** Variants of which at most 5 pieces are available. The default is DAILY. */
  LOW_STOCK?: MailSummaryFrequency
  /** New statements, for owners and admins. The default is IMMEDIATELY. */
  STATEMENTS?: MailFrequency
  /** What waits in the moderation queue, for the operator's users. The default is DAILY. */
  APPROVAL_QUEUE?: MailSummaryFrequency
}

/** What you are told by mail, and when. */
export interface MailSettings {
  /** The IANA name of the time zone of daily mails and of the times in mails. */
  timeZone: string
  /** The hour of the day, in the time zone, at which daily mails are sent. The default is 7. */
  dailyHour: number
  frequencies: MailFrequencies
  /**
   * When a mail server has refused your address permanently, or null. Nothing is sent to it until you
   * change these settings.
   */
  addressRefusedAt: Timestamp | null
}

/** Your choices, which replace the earlier ones. Omitted ones get their default. */
export interface MailSettingsInput {
  /**
   * The IANA name of the time zone of daily mails and of the times in mails. Null or omitted: that of
   * the marketplace.
   */
  timeZone?: string | null
  /** The hour of the day, in the time zone, at which daily mails are sent. The default is 7. */
  dailyHour?: number
  frequencies?: MailFrequenciesInput
}

/** A member of the team, or an open invitation. */
export interface Member {
  id: string
  email: string
  name: string
  role: Role
  /** INVITED until the invitation is accepted. After that, the member has a different id. */
  status: MemberStatus
  createdAt: Timestamp
  /** Null if the user has not signed in or refreshed a session in the last 30 days. */
  lastSignInAt: Timestamp | null
  /** Null unless the status is INVITED. */
  invitationExpiresAt: Timestamp | null
}

/** The members of the team and its open invitations. */
export interface MemberList {
  members: Member[]
}

/** The invited member, with the invitation token. */
export interface InvitedMember {
  id: string
  email: string
  name: string
  role: Role
  /** INVITED until the invitation is accepted. After that, the member has a different id. */
  status: MemberStatus
  createdAt: Timestamp
  /** Null if the user has not signed in or refreshed a session in the last 30 days. */
  lastSignInAt: Timestamp | null
  /** Null unless the status is INVITED. */
  invitationExpiresAt: Timestamp | null
  invitation: {
    /** The token for POST /api/v1/auth/invitations/accept. It is shown only once. */
    token: string
    expiresAt: Timestamp
    /** True if this address had an open invitation to the team. Its token is no longer valid. */
    replacesEarlier: boolean
  }
}

/** A person to invite to your team. */
export interface NewMember {
  /** An email address. Upper and lower case are equal. */
  email: string
  name: string
  /** The role, which must not be above your own. */
  role: Role
}

/** The fields of a member or invitation to change. Omitted fields stay unchanged. */
export interface MemberPatch {
  name?: string
  /** The role, which must not be above your own. */
  role?: Role
}

/** The reset token. */
export interface MemberReset {
  reset: {
    /** The token for POST /api/v1/auth/password/reset. It is shown only once. */
    token: string
    expiresAt: Timestamp
  }
}

/** A field with its live and its proposed value. */
export interface ModerationChange {
  field: string
  /** For a CHANGE of a price: the variant with this price. */
  variantId?: string
  /** The value that customers see now. Null for a new product. For a CHANGE: the last accepted value. */
  live: unknown
  /** The value that customers will see after approval. For a CHANGE: the current value. */
  proposed: unknown
}

/** Who has claimed an entry, and until when. */
export interface ClaimHolder {
  id: string
  /** USER, or TOKEN for an API token. */
  type: 'USER' | 'TOKEN'
  name: string
  expiresAt: Timestamp
}

/** An entry of the moderation queue: a new product, staged edits or changes of watched fields. */
export interface ModerationEntry {
  kind: EntryKind
  /**
   * The version that a decision must contain. A CHANGE has a version of its own, which rises whenever
   * the entry shows other changes.
   */
  version: number
  submittedAt: Timestamp
  product: {
    id: string
    name: string
    slug: string
    sku: string
    status: ProductStatus
    brand: string | null
    /** The number of variants. A product without variants can't be approved. */
    variantCount: number
    /** The URL of the primary image. Null if the product has no public image. */
    imageUrl: string | null
    createdAt: Timestamp
  }
  vendor: ModeratedVendor
  importJobId: string | null
  claimedBy: ClaimHolder | null
  /**
   * True if the entry is a sample of an approval rule: the rule would have decided, but a person checks
   * its decision.
   */
  isSample: boolean
  /** The id of the rule of which the entry is a sample. Null if it is not a sample. */
  sampledBy: string | null
  /**
   * For a CHANGE whose latest change was made by a bulk update or a bulk upload: the id of the change
   * set.
   */
  changeSetId: string | null
  /**
   * What is wrong with the attributes of the product as it is stored, at most 100 entries. A PRODUCT
   * with such issues can't be approved.
   */
  attributeIssues: AttributeIssue[]
  /** What operators have corrected in the entry. Empty for a CHANGE. */
  corrections: ProductCorrection[]
  /** The fields that are set (PRODUCT), staged (REVISION), or changed since the last acceptance (CHANGE). */
  changes: ModerationChange[]
}

/** A page of entries. */
export interface ModerationPage {
  entries: ModerationEntry[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
  /** The number of entries of each kind that match the filters. Numbers of 1,000 and more are estimates. */
  counts: {
    products: number
    revisions: number
    changes: number
  }
}

/** The version that you approve. */
export interface ProductApproval {
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** The version that you reject, and the reasons. */
export interface ProductRejection {
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  /** The reason as one text, which the vendor can read. Send either `reason` or `reasons`. */
  reason?: string | null
  /** The reasons. The texts of all reasons of a decision have up to 10,000 characters together. */
  reasons?: ReasonInput[] | null
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** The version of the changes that you accept. */
export interface ChangeAcceptance {
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** The version of the changes that you reviewed, and the reasons for hiding the product. */
export interface ChangeHiding {
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  /** The reason as one text, which the vendor can read. Send either `reason` or `reasons`. */
  reason?: string | null
  /** The reasons. The texts of all reasons of a decision have up to 10,000 characters together. */
  reasons?: ReasonInput[] | null
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** The reasons for hiding a product. */
export interface ProductHiding {
  /** The reason as one text, which the vendor can read. Send either `reason` or `reasons`. */
  reason?: string | null
  /** The reasons. The texts of all reasons of a decision have up to 10,000 characters together. */
  reasons?: ReasonInput[] | null
}

/** A decision on one field of a revision. REJECT requires reasons, and APPROVE accepts none. */
export interface FieldDecision {
  decision: ModerationVerdict
  /** The reason as one text, which the vendor can read. Send either `reason` or `reasons`. */
  reason?: string | null
  /** The reasons. The texts of all reasons of a decision have up to 10,000 characters together. */
  reasons?: ReasonInput[] | null
}

/** Decisions on fields of a revision, at least one. The other fields stay staged. */
export interface FieldDecisions {
  name?: FieldDecision
  shortDescription?: FieldDecision
  description?: FieldDecision
  attributes?: FieldDecision
  images?: FieldDecision
}

/** The version that you reviewed, and decisions on its fields. */
export interface RevisionDecision {
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  fields: FieldDecisions
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/**
 * A decision on one entry of the moderation queue. Send `fields` instead of `decision` to decide only
 * on some fields of a revision.
 */
export interface DecisionItem {
  /** The product's id. */
  id: string
  kind: EntryKind
  /** The version that you reviewed, as returned by the queue or with the product. */
  version: number
  /**
   * The decision on the whole entry: APPROVE or REJECT, or for a CHANGE, ACCEPT or HIDE. REJECT and HIDE
   * require reasons, and APPROVE and ACCEPT accept none.
   */
  decision?: EntryDecision | null
  /** The reason as one text, which the vendor can read. Send either `reason` or `reasons`. */
  reason?: string | null
  /** The reasons. The texts of all reasons of a decision have up to 10,000 characters together. */
  reasons?: ReasonInput[] | null
  /** Decisions on fields of a revision, at least one. The other fields stay staged. */
  fields?: {
    name?: FieldDecision
    shortDescription?: FieldDecision
    description?: FieldDecision
    attributes?: FieldDecision
    images?: FieldDecision
  } | null
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** Decisions on entries of the moderation queue. */
export interface DecisionSet {
  items: DecisionItem[]
}

/** The result of one decision of a set. */
export interface DecisionResult {
  /** The index in `items`. */
  index: number
  id: string
  kind: EntryKind
  status: 'DECIDED' | 'FAILED'
  /** The error that a request with only this item would return. Null if the decision was made. */
  error: {
    code: string
    message: string
  } | null
}

/** The result of each decision. */
export interface DecisionResults {
  total: number
  decided: number
  failed: number
  /** One result for each item, in the same order. */
  results: DecisionResult[]
}

/**
 * How the prices of a change set differ from the accepted ones. Changes from or to no price and from 0
 * do not count.
 */
export interface ChangeSetPrices {
  /** The number of prices that have risen. */
  increased: number
  /** The number of prices that have fallen. */
  decreased: number
  /** The largest rise in percent of the accepted price. Null if no price has risen. */
  largestIncreasePercent: number | null
  /**
   * The largest fall in percent of the accepted price, as a positive number. Null if no price has
   * fallen.
   */
  largestDecreasePercent: number | null
}

/** A change of a change set. */
export interface ChangeSetExample {
  product: {
    id: string
    name: string
    sku: string
  }
  change: ModerationChange
}

/** The entries of kind CHANGE whose latest change was made by the same bulk update or bulk upload. */
export interface ChangeSet {
  /** The id of the import job or of the bulk update. */
  id: string
  source: ChangeSetSource
  importJobId: string | null
  /** The name of the uploaded file. Null if the client has not sent one. */
  fileName: string | null
  /** The id of the request that made the changes, or that started the import job. */
  requestId: string | null
  vendor: ModeratedVendor
  /** When the latest change of the set was made. */
  submittedAt: Timestamp
  /** The number of products, each with an entry of kind CHANGE. */
  productCount: number
  /** The number of changed values of these products. */
  changeCount: number
  /** The watched fields that have changed, in alphabetical order. */
  fields: string[]
  prices: ChangeSetPrices
  /** Up to three changes, those with the largest change of a price first. */
  examples: ChangeSetExample[]
  /**
   * Identifies what you have seen of the change set: a text without a meaning for clients. Send it to
   * accept the set.
   */
  version: string
}

/** A page of change sets. */
export interface ChangeSetPage {
  changeSets: ChangeSet[]
  pageInfo: PageInfo
}

/** The version of the change set that you accept. */
export interface ChangeSetAcceptance {
  /**
   * Identifies what you have seen of the change set: a text without a meaning for clients. Send it to
   * accept the set.
   */
  version: string
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
}

/** What was accepted of a change set. */
export interface ChangeSetResult {
  /** The number of entries that were accepted. */
  accepted: number
  /**
   * The number of entries of the set that were added or changed after the version that you sent. They
   * still wait.
   */
  changed: number
  /** The number of entries that someone else has claimed. They still wait. */
  claimed: number
  /** False if the service ran out of time. Send the request again to continue. */
  isComplete: boolean
}

/** An entry of the moderation queue. */
export interface EntryReference {
  /** The product's id. */
  id: string
  kind: EntryKind
}

/** The entries to claim. */
export interface EntryClaims {
  items: EntryReference[]
  /** True to claim also the entries that someone else has claimed. */
  takeOver?: boolean | null
}

/** The entries to release. */
export interface EntryReleases {
  items: EntryReference[]
}

/** The result of claiming one entry. */
export interface ClaimResult {
  /** The index in `items`. */
  index: number
  id: string
  kind: EntryKind
  status: 'CLAIMED' | 'FAILED'
  /** When the claim expires. Null if the entry was not claimed. */
  expiresAt: Timestamp | null
  /** The error of this item. Null if the entry was claimed. */
  error: {
    code: string
    message: string
  } | null
}

/** The result of claiming each entry. */
export interface ClaimResults {
  total: number
  claimed: number
  failed: number
  /** One result for each item, in the same order. */
  results: ClaimResult[]
}

/** The result of releasing one entry. */
export interface ReleaseResult {
  /** The index in `items`. */
  index: number
  id: string
  kind: EntryKind
  status: 'RELEASED' | 'FAILED'
  /** The error of this item. Null if the entry was released. */
  error: {
    code: string
    message: string
  } | null
}

/** The result of releasing each entry. */
export interface ReleaseResults {
  total: number
  released: number
  failed: number
  /** One result for each item, in the same order. */
  results: ReleaseResult[]
}

/** The error that a request with only this item would get. */
export interface ItemError {
  /** A stable code that identifies the kind of error. */
  code: string
  /** The cause of the error, and how to fix it. */
  message: string
  /**
   * Only if fields caused the error. The pointers refer to the body of this request. At most the first
   * 100 errors are listed.
   */
  errors?: Fault[]
}

/** Values of a variant of a new product to correct. */
export interface VariantCorrection {
  id: string
  name?: string
  upc?: string | null
  unitOfMeasure?: string | null
  partNumber?: string | null
  /**
   * Any JSON object with at most 100 keys, 8 levels and 16 KiB, not counting `unspc`. An update replaces
   * all attributes except `unspc`.
   */
  attributes?: {
    /**
     * The UNSPSC code of the variant. A number is converted to its shortest text. An update changes the
     * code only if it contains this field; null clears it.
     */
    unspc?: string | number | null
    [name: string]: unknown
  } | null
}

/** The version that you saw, and corrected values. Omitted fields stay unchanged. */
export interface RevisionCorrection {
  /**
   * The version that you saw, as returned by the queue or with the product. The response has the next
   * one.
   */
  version: number
  /** True to decide even if someone else has claimed the entry. Otherwise, the response is 409 CLAIMED. */
  takeOver?: boolean | null
  name?: string
  /** Plain text, at most 64 KiB. */
  shortDescription?: string | null
  /** Plain text or HTML, at most 64 KiB. Unsafe HTML is removed. */
  description?: string | null
  warranty?: string | null
  pageTitle?: string | null
  pageDescription?: string | null
  brand?: string | null
  /** The English name of a country is replaced by its ISO 3166-1 alpha-2 code. */
  countryOfOrigin?: string | null
  manufacturer?: string | null
  unspc?: string | null
  commodityCode?: string | null
  eccn?: string | null
  keyFeatures?: string[] | null
  /**
   * The attributes of the product that are the same for all variants, such as the material. Any JSON
   * object with at most 100 keys, 8 levels and 16 KiB. An update replaces all of them.
   */
  attributes?: Record<string, unknown> | null
  /** Variants of a new product. Variants that are not listed stay unchanged. */
  variants?: VariantCorrection[] | null
}

/** The approval rule that decided, with the name that it had at that time. */
export interface DecidingRule {
  id: string
  name: string
}

/** A decision of the operator or of a rule. */
export interface ModerationSnapshotSummary {
  id: string
  productId: string
  vendorId: string
  kind: EntryKind
  /** The version that was judged. */
  version: number
  decision: SnapshotDecision
  /**
   * For a revision, the decision on each field that was decided: APPROVED or REJECTED. Null for the
   * other kinds.
   */
  fields: Record<string, SnapshotDecision> | null
  reasons: ModerationReason[]
  /** True if the entry was a sample of an approval rule, which would have decided. */
  isSample: boolean
  rule: DecidingRule | null
  decidedBy: EventActor
  submittedAt: Timestamp
  decidedAt: Timestamp
  /** The id of the request in which the decision was made. */
  requestId: string | null
}

/** A decision of the operator or of a rule, with the values that were judged. */
export interface ModerationSnapshot {
  id: string
  productId: string
  vendorId: string
  kind: EntryKind
  /** The version that was judged. */
  version: number
  decision: SnapshotDecision
  /**
   * For a revision, the decision on each field that was decided: APPROVED or REJECTED. Null for the
   * other kinds.
   */
  fields: Record<string, SnapshotDecision> | null
  reasons: ModerationReason[]
  /** True if the entry was a sample of an approval rule, which would have decided. */
  isSample: boolean
  rule: DecidingRule | null
  decidedBy: EventActor
  submittedAt: Timestamp
  decidedAt: Timestamp
  /** The id of the request in which the decision was made. */
  requestId: string | null
  /**
   * The values that customers saw, by field. For a new product empty, for a revision all moderated
   * fields, for a change the last accepted values.
   */
  live: Record<string, unknown>
  /**
   * The values that were judged, by field, as they were stored. For a new product the whole product, for
   * a revision all fields that were waiting, for a change the values that customers saw. The files of
   * images may have been deleted.
   */
  proposed: Record<string, unknown>
  /**
   * What operators had corrected in the values that were judged. For a revision, the corrections of
   * fields that were decided earlier are included.
   */
  corrections: ProductCorrection[]
}

/** A page of snapshots. */
export interface ModerationSnapshotPage {
  snapshots: ModerationSnapshotSummary[]
  pageInfo: PageInfo
}

/** The entries of one kind that wait for a decision. */
export interface WaitingCount {
  kind: EntryKind
  /** The number of entries that wait. Numbers of 1,000 and more are estimates. */
  count: number
  /** The time when the oldest entry began to wait. */
  oldestAt: Timestamp | null
}

/** The decisions of one day. */
export interface DecidedCount {
  /** The day, in UTC. */
  date: string
  /** Approvals, and acceptances of changes. */
  approved: number
  /** Rejections, and changes because of which a product was hidden. */
  rejected: number
  /** How many of these decisions were made by approval rules. */
  byRules: number
}

/** The decisions on entries of one vendor. */
export interface VendorRejections {
  vendorId: string
  /** All decisions on entries of the vendor. */
  decided: number
  /** The rejections among them. */
  rejected: number
}

/** How often a reason was given. */
export interface ReasonCount {
  /** Null for reasons without a code. */
  code: string | null
  /** The number of rejections that have a reason with this code. */
  count: number
}

/** What waits in the moderation queue, and the decisions of the last days. */
export interface ModerationStatistics {
  /** One entry for each kind. */
  waiting: WaitingCount[]
  /** One entry for each day, today last. */
  decidedPerDay: DecidedCount[]
  /**
   * How long entries waited for a decision by a person. The values are null if there is no such
   * decision.
   */
  wait: {
    /** Half of the entries waited this time or less. */
    medianSeconds: number | null
    /** Nine in ten entries waited this time or less. */
    p90Seconds: number | null
  }
  /** Who was rejected, and why. */
  rejections: {
    /** The 100 vendors with the most rejections, in this order. */
    byVendor: VendorRejections[]
    /** The 100 most frequent codes, in this order. */
    byReason: ReasonCount[]
  }
  /** The share of the decisions that were made by approval rules, from 0 to 1. */
  shareByRules: number
}

/** An active variant. */
export interface StorefrontVariant {
  id: string
  sku: string
  name: string
  upc: string | null
  unitOfMeasure: string | null
  partNumber: string | null
  /** In the marketplace's weight unit. */
  weight: string | null
  /** Any keys and values. `unspc` is the UNSPSC code of the variant, as text. */
  attributes: Record<string, unknown>
  /** The price that the customer pays. */
  price: string
  /**
   * The manufacturer's suggested retail price, to show struck through. Null unless it is higher than the
   * price.
   */
  listPrice: string | null
  /** The stock that can be sold: stockOnHand - stockReserved, at least 0. */
  stockAvailable: number
}

/** The vendor who sells a product. */
export interface StorefrontVendor {
  id: string
  name: string
  slug: string
}

/** A product with its live values. */
export interface StorefrontProduct {
  id: string
  name: string
  sku: string
  slug: string
  shortDescription: string | null
  description: string | null
  warranty: string | null
  pageTitle: string | null
  pageDescription: string | null
  brand: string | null
  countryOfOrigin: string | null
  manufacturer: string | null
  /** The lead time in days: the product's own, or else that of the vendor's profile. */
  leadTime: number
  unspc: string | null
  commodityCode: string | null
  eccn: string | null
  freeShipping: boolean
  abilityOne: boolean
  madeInUsa: boolean
  greenProduct: boolean
  keyFeatures: string[]
  /** The attributes of the product that are the same for all variants. */
  attributes: Record<string, unknown>
  videos: Video[] | null
  vendor: StorefrontVendor
  createdAt: Timestamp
  /** The active variants, at least one. */
  variants: StorefrontVariant[]
  images: ProductImage[]
  documents: ProductDocument[]
  categories: TermLink[]
  collections: TermLink[]
  tags: TermLink[]
  facetValues: ProductFacetValue[]
  /** The newest 10 reviews. */
  reviews: ProductReview[]
  /** 0 if there are no reviews. */
  averageRating: number
  totalReviews: number
}

/** A page of products. */
export interface StorefrontPage {
  products: StorefrontProduct[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** Where the items are shipped to. */
export interface QuoteDestination {
  /** An ISO 3166-1 alpha-2 code. */
  country: string
  /**
   * If it is the code of a subdivision (CA or US-CA), the rates of the subdivision apply. Any other text
   * is the same as none.
   */
  state?: string | null
}

/** A variant and the quantity that the customer wants. */
export interface QuoteRequestItem {
  variantId: string
  quantity: number
}

/** A cart to quote. */
export interface QuoteRequest {
  shipTo: QuoteDestination
  /** Variants of at most 50 vendors, each variant once. */
  items: QuoteRequestItem[]
}

/** An item of the cart with its price. */
export interface QuoteItem {
  variantId: string
  quantity: number
  /** The price that the customer pays per unit. */
  unitPrice: string
  /** unitPrice × quantity, rounded half up to cents. */
  subtotal: string
  /** True if this quantity can be ordered now. */
  available: boolean
  /** Why the item is not available; null if it is. */
  reason: QuoteItemReason | null
  /** How many pieces can be ordered now. */
  stockAvailable: number
}

/** A shipping method of the vendor with its charge for these items. */
export interface QuotedMethod {
  id: string
  name: string
  description: string | null
  /** What shipping all items of the vendor costs; null if there is a reason. */
  charge: string | null
  /** Why the method cannot be used; null if it can. */
  reason: QuoteMethodReason | null
}

/** One vendor's items with prices, stock and shipping charges. */
export interface VendorQuote {
  vendor: StorefrontVendor
  /** The vendor's items, in the sequence of the request. */
  items: QuoteItem[]
  /** The sum of all items, without shipping and tax. */
  subtotal: string
  /** The total weight, in the marketplace's weight unit. */
  weight: string
  /** The variants that have no weight. Shipping is calculated with a weight of 0 for them. */
  itemsWithoutWeight: string[]
  /** All active shipping methods of the vendor, cheapest first, those without a charge last. */
  shippingMethods: QuotedMethod[]
  /**
   * A signed text to send as `quote` with the order: the prices and charges are then those shown here.
   * Null if an item is not available, if no shipping method has a charge, or if the sum is too large for
   * an order.
   */
  quote: string | null
  /** When the quote is no longer valid. Null if there is no quote. */
  expiresAt: Timestamp | null
}

/** An item that customers do not see. Nothing else is said about it, not even its vendor. */
export interface UnavailableItem {
  variantId: string
  quantity: number
  reason: UnavailableItemReason
}

/** What a cart costs at each vendor. */
export interface Quotes {
  /** The ISO 4217 code of the currency of all amounts. */
  currency: string
  /** The unit of all weights. */
  weightUnit: WeightUnit
  /** An entry for each vendor, in the sequence in which the items name them. */
  vendors: VendorQuote[]
  /** The items that customers do not see. They belong to no entry of `vendors`. */
  unavailableItems: UnavailableItem[]
}

/** The problem of an order that the current state does not allow. */
export interface OrderConflict {
  type: string
  /** A short description of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** The cause of the error in this request, and how to fix it. */
  detail: string
  code: ProblemCode
  /** Where the documentation explains the code. The URL is relative to the URL of the request. */
  docUrl: string
  /** The id of the request, which the log of the service contains too. */
  requestId: string
  /**
   * The validation errors, each with the pointer or parameter that it refers to. At most the first 100
   * are listed; in bulk operations, at most the first 1,000.
   */
  errors?: Fault[]
  /** The number of validation errors that were found. If errorCountIsExact is true, it is the total. */
  errorCount?: number
  /** False if validation stopped early, so the request may have more errors than errorCount. */
  errorCountIsExact?: boolean
  /** For QUOTE_EXPIRED: a new quote for each vendor whose quote has expired. */
  quotes?: VendorQuote[]
}

/**
 * Must have a name or a company. If `state` is the code of a subdivision (CA or US-CA), the shipping
 * rate of the subdivision applies.
 */
export interface NewShipTo {
  name?: string | null
  company?: string | null
  addressLine1: string
  addressLine2?: string | null
  city: string
  state?: string | null
  zipCode?: string | null
  /** An ISO 3166-1 alpha-2 code. */
  country: string
  phone?: string | null
}

/** A variant and the quantity that the customer ordered. */
export interface NewOrderItem {
  variantId: string
  quantity: number
  /**
   * The price per unit that the customer paid. The default is the price in the quote, or without a quote
   * the current price. Must not be sent together with a quote.
   */
  unitPrice?: number | string | null
}

/** One vendor's part of a new order. */
export interface NewOrderPart {
  vendorId: string
  shippingMethodId: string
  /**
   * The vendor's quote from POST /storefront/quotes. Its prices and its charge then apply. The variants,
   * the quantities and the destination must be those of the quote, and the shipping method must have a
   * charge in it.
   */
  quote?: string | null
  /** An amount. The default is 0. */
  tax?: number | string | null
  /** An amount. The default is 0. */
  discount?: number | string | null
  items: NewOrderItem[]
}

/** A customer's order, as the storefront sends it. */
export interface NewOrder {
  /**
   * Generated by default. Sending the same number with the same body again returns the same order, and
   * nothing else happens.
   */
  orderNumber?: string | null
  /** The time of the order. The default is the current time. */
  placedAt?: Timestamp | null
  paymentMethodName: string
  customerNote?: string | null
  shipTo: NewShipTo
  vendors: NewOrderPart[]
}

/** The amounts of an order without what was cancelled. */
export interface NetAmounts {
  /** The sum of the prices of the pieces that are not cancelled. */
  subtotal: number
  /** The charge of the shipping method, or 0 if everything is cancelled. */
  shipping: number
  /** The part of the tax for these pieces. */
  tax: number
  /** The part of the discount for these pieces. */
  discount: number
  /** subtotal + shipping + tax - discount. */
  total: number
}

/** A line of an order, with its shipped and cancelled quantities. */
export interface OrderItem {
  id: string
  productName: string
  sku: string
  quantity: number
  /** The retail price per unit. */
  price: number
  /** price × quantity, rounded half up to cents. */
  subtotal: number
  variantId: string
  productId: string
  /** The image of the product at the time of the order. */
  imageUrl: string | null
  /** The quantity in shipments that are not cancelled. */
  quantityShipped: number
  /** The cancelled quantity, which is never shipped. */
  quantityCancelled: number
}

/** A cancellation of an order, in whole or in part. */
export interface OrderCancellation {
  id: string
  reason: CancelReason
  note: string | null
  cancelledBy: 'VENDOR' | 'PLATFORM'
  items: Array<{
    orderItemId: string
    quantity: number
  }>
  createdAt: Timestamp
}

/** An order for one vendor. */
export interface Order {
  id: string
  orderNumber: string
  status: OrderStatus
  placedAt: Timestamp
  poNumber: string
  vendor: Address
  billTo: Address
  shipTo: Address
  /** The sum of all lines. */
  subtotal: number
  /** The charge of the shipping method. */
  shipping: number
  /** The tax that the customer paid. */
  tax: number
  /** The discount that the customer got. */
  discount: number
  /** subtotal + shipping + tax - discount. */
  total: number
  net: NetAmounts
  currency: string
  /** The time by which the vendor should acknowledge the order, or null if there is no such deadline. */
  acknowledgeBy: Timestamp | null
  /** The time by which the vendor should ship the order, or null if there is no such deadline. */
  shipBy: Timestamp | null
  /**
   * The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and
   * until everything is shipped `shipBy`. Null if none counts.
   */
  dueAt: Timestamp | null
  /** True if `dueAt` has passed. */
  isLate: boolean
  paymentMethodName: string
  shippingMethodName: string
  customerNote: string | null
  items: OrderItem[]
  acknowledgedAt: Timestamp | null
  /** The actions that the current status allows. */
  allowedActions: OrderAction[]
  shipments: Shipment[]
  cancellations: OrderCancellation[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A line of the order and the quantity to cancel. */
export interface NewCancellationItem {
  orderItemId: string
  quantity: number
}

/** The reason for a cancellation, and the quantities to cancel. */
export interface NewCancellation {
  reason: CancelReason
  note?: string | null
  /** The quantities to cancel. The default is all quantities that are not shipped yet. */
  items?: NewCancellationItem[] | null
}

/** The orders to acknowledge. */
export interface Acknowledgements {
  /** The ids of the orders to acknowledge. No id may be repeated. */
  ids: string[]
}

/** The result of one item. */
export interface AcknowledgementResult {
  /** The index in `ids`. */
  index: number
  /** The order's id, as in the request. */
  id: string
  /** SUCCEEDED if the item took effect. A FAILED item didn't change anything. */
  status: ItemStatus
  /** The error, or null if the item took effect. */
  error: ItemError | null
}

/** The result of each acknowledgement. */
export interface AcknowledgementResults {
  /** The number of items. */
  total: number
  /** The number of items that took effect. */
  succeeded: number
  /** The number of items that failed. */
  failed: number
  /** One result for each item, in the same order. */
  results: AcknowledgementResult[]
}

/** A circumstance that did not prevent the order but may need attention. */
export interface PlacedWarning {
  pointer: string
  /** The variant has no weight, so shipping was calculated with a weight of 0. */
  code: 'WEIGHT_UNKNOWN'
  message: string
}

/** One vendor's part of the placed order. */
export interface PlacedSuborder {
  id: string
  vendorId: string
  poNumber: string
  status: OrderStatus
  /** The sum of all lines. */
  subtotal: number
  /** The charge of the shipping method. */
  shipping: number
  /** The tax that the customer paid. */
  tax: number
  /** The discount that the customer got. */
  discount: number
  /** subtotal + shipping + tax - discount. */
  total: number
}

/** The order and its suborders. */
export interface PlacedOrder {
  id: string
  orderNumber: string
  placedAt: Timestamp
  currency: string
  suborders: PlacedSuborder[]
  warnings: PlacedWarning[]
}

/** One vendor's part of an order, in short. */
export interface OrderPart {
  id: string
  vendorId: string
  vendorName: string
  poNumber: string
  status: OrderStatus
  /** subtotal + shipping + tax - discount. */
  total: number
  /** The charge of the shipping method. */
  shipping: number
  /** The sum of all lines at vendor cost. */
  costSubtotal: number
  netCost: NetAmounts
  net: NetAmounts
  /**
   * The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and
   * until everything is shipped `shipBy`. Null if none counts.
   */
  dueAt: Timestamp | null
  /** True if `dueAt` has passed. */
  isLate: boolean
}

/** An order with its suborders in short. */
export interface OrderSummary {
  id: string
  orderNumber: string
  placedAt: Timestamp
  paymentMethodName: string
  customerNote: string | null
  shipTo: Address
  currency: string
  /** The sum of the totals of all suborders. */
  total: number
  /** The same without what was cancelled. */
  netTotal: number
  suborders: OrderPart[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A page of orders. */
export interface PlatformOrderPage {
  orders: OrderSummary[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A line of a suborder, at retail price and at cost. */
export interface SuborderItem {
  id: string
  productName: string
  sku: string
  quantity: number
  /** The retail price per unit. */
  price: number
  /** price × quantity, rounded half up to cents. */
  subtotal: number
  variantId: string
  productId: string
  /** The image of the product at the time of the order. */
  imageUrl: string | null
  /** The quantity in shipments that are not cancelled. */
  quantityShipped: number
  /** The cancelled quantity, which is never shipped. */
  quantityCancelled: number
  /** The vendor cost per unit. */
  cost: number
  /** cost × quantity, rounded half up to cents. */
  costSubtotal: number
}

/** One vendor's part of an order, at retail prices and at cost. */
export interface Suborder {
  id: string
  orderNumber: string
  status: OrderStatus
  placedAt: Timestamp
  poNumber: string
  vendor: Address
  billTo: Address
  shipTo: Address
  /** The sum of all lines. */
  subtotal: number
  /** The charge of the shipping method. */
  shipping: number
  /** The tax that the customer paid. */
  tax: number
  /** The discount that the customer got. */
  discount: number
  /** subtotal + shipping + tax - discount. */
  total: number
  net: NetAmounts
  currency: string
  /** The time by which the vendor should acknowledge the order, or null if there is no such deadline. */
  acknowledgeBy: Timestamp | null
  /** The time by which the vendor should ship the order, or null if there is no such deadline. */
  shipBy: Timestamp | null
  /**
   * The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and
   * until everything is shipped `shipBy`. Null if none counts.
   */
  dueAt: Timestamp | null
  /** True if `dueAt` has passed. */
  isLate: boolean
  paymentMethodName: string
  shippingMethodName: string
  customerNote: string | null
  items: SuborderItem[]
  acknowledgedAt: Timestamp | null
  /** The actions that the current status allows. */
  allowedActions: OrderAction[]
  shipments: Shipment[]
  cancellations: OrderCancellation[]
  createdAt: Timestamp
  updatedAt: Timestamp
  vendorId: string
  vendorName: string
  /** The sum of all lines at vendor cost. */
  costSubtotal: number
  netCost: NetAmounts
}

/** An order with its suborders. */
export interface PlatformOrder {
  id: string
  orderNumber: string
  placedAt: Timestamp
  paymentMethodName: string
  customerNote: string | null
  shipTo: Address
  currency: string
  /** The sum of the totals of all suborders. */
  total: number
  /** The same without what was cancelled. */
  netTotal: number
  suborders: Suborder[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The reason for a cancellation, and optionally the only vendor whose suborder is cancelled. */
export interface OrderCancelRequest {
  /** The reason. The default is CUSTOMER_REQUEST. */
  reason?: CancelReason | null
  note?: string | null
  /** Cancels only the suborder of this vendor. */
  vendorId?: string | null
}

/** How many orders were late, also if they have been shipped or cancelled since. */
export interface DeadlineStatistics {
  /** The vendors' parts of orders that were placed in these days and have a deadline. */
  orders: number
  /** Those of them of which a deadline was missed. */
  late: number
  /** late / orders, rounded to 4 decimals, or null if there are no orders with a deadline. */
  lateShare: number | null
}

/** How many orders of a vendor were late. */
export interface VendorDeadlines {
  vendorId: string
  vendorName: string
  /** The vendors' parts of orders that were placed in these days and have a deadline. */
  orders: number
  /** Those of them of which a deadline was missed. */
  late: number
  /** late / orders, rounded to 4 decimals, or null if there are no orders with a deadline. */
  lateShare: number | null
  /** The orders that are late now, whenever they were placed. */
  lateNow: number
}

/** How many orders of the last days were late, in total and for each vendor. */
export interface PlatformDeadlines {
  total: DeadlineStatistics
  /** The 100 vendors with the most late orders, the most first. */
  vendors: VendorDeadlines[]
}

/** A page of orders. */
export interface OrderPage {
  orders: Order[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** What was sold and decided on one day. */
export interface PlatformDay {
  /** The day, in UTC. */
  date: string
  /** The orders that were placed, also if they have been cancelled since. */
  orders: number
  /** The retail prices of the pieces in these orders, without cancelled pieces, with 2 decimals. */
  sales: string
  /** Approvals, and acceptances of changes. */
  approved: number
  /** Rejections, and changes because of which a product was hidden. */
  rejected: number
  /** How many of these decisions were made by approval rules. */
  byRules: number
}

/** What fails for a vendor. */
export interface FailingVendor {
  vendorId: string
  vendorName: string
  /** The decisions on entries of the vendor. */
  decided: number
  /** The rejections among them. */
  rejected: number
  /** rejected / decided, rounded to 4 decimals, or null if nothing was decided. */
  rejectionRate: number | null
  /** The vendor's parts of orders that were placed in these days and have a deadline. */
  orders: number
  /** Those of them of which a deadline was missed. */
  late: number
  /** late / orders, rounded to 4 decimals, or null if there are no such orders. */
  lateShare: number | null
  /** The orders that are late now, whenever they were placed. */
  lateNow: number
  /** The webhooks of the vendor whose receivers fail now. */
  failingWebhooks: number
  /** The import jobs of these days that are in trouble, as in `imports`. */
  failedImports: number
}

/** An import job in trouble. */
export interface FailedImport {
  id: string
  vendorId: string
  vendorName: string
  fileName: string | null
  status: 'COMPLETED_WITH_ERRORS' | 'CANCELLED' | 'FAILED'
  /** The number of submitted items. */
  itemsTotal: number
  /** The number of items that failed. */
  itemsFailed: number
  createdAt: Timestamp
}

/** What waits for the operator, what fails, and what was sold and decided in the last days. */
export interface PlatformStatistics {
  /** One entry for each day, today last. */
  days: PlatformDay[]
  /** What waits in the moderation queue: one entry for each kind. */
  waiting: WaitingCount[]
  /** The orders of which at least one part is late now. */
  late: {
    /** The number of orders that `GET /platform/orders?late=true` finds. */
    count: number
    /** The deadline that passed first. */
    oldestDueAt: Timestamp | null
  }
  /** The number of orders with a part that is due in the next 24 hours and not late yet. */
  dueSoon: number
  deadlines: DeadlineStatistics
  /**
   * The 20 vendors with the most rejections, late orders, failing webhooks and failed imports together,
   * the most first.
   */
  vendors: FailingVendor[]
  /**
   * The import jobs of these days that have failed, or of which 100 items or a tenth of the items have
   * failed. Dry runs and jobs that were retried are left out.
   */
  imports: {
    /** The number of these jobs. */
    count: number
    /** The ten newest of them, the newest first. */
    newest: FailedImport[]
  }
}

/** How much waits for the operator. */
export interface PlatformCounts {
  /** What waits in the moderation queue: one entry for each kind. */
  waiting: WaitingCount[]
  /** The orders of which at least one part is late now. */
  late: {
    /** The number of orders that `GET /platform/orders?late=true` finds. */
    count: number
    /** The deadline that passed first. */
    oldestDueAt: Timestamp | null
  }
}

/** What made the change. */
export interface HistorySource {
  type: HistorySourceType
  /**
   * The id of the import job, approval rule or shipment; for other sources, the id of the request. For
   * vendors, the ids of the operator's requests are null.
   */
  id: string | null
}

/** A change of one field of a product or variant. */
export interface HistoryEntry {
  id: string
  productId: string
  variantId: string | null
  /**
   * The field that changed. CREATED and DELETED stand for a whole product or, if variantId is set, for a
   * whole variant.
   */
  field: HistoryField
  /** The value before the change, or null if there was none. */
  oldValue: unknown
  /** The value after the change, or null if there is none. */
  newValue: unknown
  actor: EventActor
  /**
   * The id of the request that made the change, or that started the import job. For vendors, the ids of
   * the operator's requests are null.
   */
  requestId: string | null
  source: HistorySource
  occurredAt: Timestamp
}

/** A page of history. */
export interface HistoryPage {
  history: HistoryEntry[]
  pageInfo: PageInfo
}

/**
 * An entry with an id retains an existing image; omitted fields stay unchanged. An entry without an id
 * describes the next file.
 */
export interface ImageMetadata {
  /** An existing image, live or pending, that stays in the set. */
  id?: string | null
  /** Alternative text that describes the image. */
  alt?: string | null
  /**
   * Images are sorted by this number. An image that is inserted moves the later ones. The default is the
   * end.
   */
  sortOrder?: number | null
  /** Makes this the primary image. A product with images has exactly one, by default the first. */
  isPrimary?: boolean | null
  variantId?: string | null
}

/** A customer's review to add to a product. */
export interface NewProductReview {
  rating: number
  title?: string | null
  body?: string | null
  authorName: string
}

/** A page of reviews. */
export interface ProductReviewPage {
  reviews: ProductReview[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A line of a purchase order, at vendor cost. */
export interface PurchaseOrderItem {
  id: string
  productName: string
  sku: string
  quantity: number
  /** The vendor cost per unit. */
  price: number
  /** price × quantity, rounded half up to cents. */
  subtotal: number
}

/** An order at vendor cost. */
export interface PurchaseOrder {
  id: string
  orderNumber: string
  status: OrderStatus
  placedAt: Timestamp
  poNumber: string
  vendor: Address
  billTo: Address
  shipTo: Address
  /** The sum of all lines at vendor cost. */
  subtotal: number
  /** The charge of the shipping method. */
  shipping: number
  /** Always 0, because tax applies only to the customer's order. */
  tax: number
  /** Always 0, because the discount applies only to the customer's order. */
  discount: number
  /** subtotal + shipping. */
  total: number
  net: NetAmounts
  currency: string
  /** The time by which the vendor should acknowledge the order, or null if there is no such deadline. */
  acknowledgeBy: Timestamp | null
  /** The time by which the vendor should ship the order, or null if there is no such deadline. */
  shipBy: Timestamp | null
  /**
   * The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and
   * until everything is shipped `shipBy`. Null if none counts.
   */
  dueAt: Timestamp | null
  /** True if `dueAt` has passed. */
  isLate: boolean
  items: PurchaseOrderItem[]
  paymentMethodName: string
  shippingMethodName: string
}

/** A purchase order as lists show it, at vendor cost. */
export interface PurchaseOrderEntry {
  id: string
  orderNumber: string
  status: OrderStatus
  placedAt: Timestamp
  poNumber: string
  vendor: Address
  billTo: Address
  shipTo: Address
  /** The sum of all lines at vendor cost. */
  subtotal: number
  /** The charge of the shipping method. */
  shipping: number
  /** Always 0, because tax applies only to the customer's order. */
  tax: number
  /** Always 0, because the discount applies only to the customer's order. */
  discount: number
  /** subtotal + shipping. */
  total: number
  net: NetAmounts
  currency: string
  /** The time by which the vendor should acknowledge the order, or null if there is no such deadline. */
  acknowledgeBy: Timestamp | null
  /** The time by which the vendor should ship the order, or null if there is no such deadline. */
  shipBy: Timestamp | null
  /**
   * The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and
   * until everything is shipped `shipBy`. Null if none counts.
   */
  dueAt: Timestamp | null
  /** True if `dueAt` has passed. */
  isLate: boolean
  items: PurchaseOrderItem[]
}

/** A page of purchase orders. */
export interface PurchaseOrderPage {
  purchaseOrders: PurchaseOrderEntry[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A text for the reasons of decisions. */
export interface ReasonTemplate {
  id: string
  /** Unique among the templates. */
  code: string
  text: string
  /** The fields for which the template is offered. A template without fields is offered for all of them. */
  fields: ReasonTemplateField[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** The reason templates, sorted by code. */
export interface ReasonTemplateList {
  reasonTemplates: ReasonTemplate[]
}

/** A reason template to create. */
export interface NewReasonTemplate {
  code: string
  /** The text, which vendors can read when a decision contains it. */
  text: string
  /** The fields for which the template is offered. A template without fields is offered for all of them. */
  fields?: ReasonTemplateField[] | null
}

/** The fields of a reason template to change. Omitted fields stay unchanged. */
export interface ReasonTemplatePatch {
  code?: string
  /** The text, which vendors can read when a decision contains it. */
  text?: string
  /** The fields for which the template is offered. A template without fields is offered for all of them. */
  fields?: ReasonTemplateField[] | null
}

/** A field whose changes on live products are shown in the moderation queue. */
export interface WatchedField {
  /** A field that is not moderated. `vendorPrice` and `listPrice` are fields of variants. */
  field: WatchableField
  /**
   * For `vendorPrice` and `listPrice`: a changed price is shown only if it differs from the accepted
   * price by more than this share of the accepted price.
   */
  threshold?: number
}

/** A field to watch, and for prices the threshold. */
export interface WatchedFieldInput {
  /** A field that is not moderated. `vendorPrice` and `listPrice` are fields of variants. */
  field: WatchableField
  /**
   * For `vendorPrice` and `listPrice`: a changed price is shown only if it differs from the accepted
   * price by more than this share of the accepted price.
   */
  threshold?: number
}

/** The marketplace's settings. */
export interface Settings {
  name: string
  address: Address
  /** The ISO 4217 code of the currency of all prices and costs. */
  currency: string
  /** The unit of all weights. A new unit doesn't convert stored weights. */
  weightUnit: WeightUnit
  /** The commission of vendors that are created without one. */
  defaultCommissionPercent: number | null
  logoUrl: string | null
  /**
   * The fields whose changes on live products are shown in the moderation queue, as entries of kind
   * CHANGE.
   */
  watchedFields: WatchedField[]
  /**
   * Whether products can have attributes that are not defined for their categories. With STRICT, stored
   * products that have such attributes get `attributeIssues`. `unspc` is always allowed.
   */
  attributes: AttributeMode
  /** For how many minutes the quotes of the storefront are valid. The default is 15. */
  quoteMinutes: number
  /**
   * The length of the periods of statements. Half months begin on the 1st and the 16th, weeks on
   * Mondays. A change applies when the open period of a vendor has ended.
   */
  statementPeriod: StatementPeriod
  /**
   * The IANA name of the time zone of working days, and in which the periods of statements begin and
   * end. For statements, a change applies when the open period of a vendor has ended.
   */
  timeZone: string
  /**
   * The hours after the placement of an order within which vendors should acknowledge it. Null: there is
   * no such deadline. Applies to new orders.
   */
  acknowledgeHours: number | null
  /**
   * The working days (Monday to Friday, in the time zone) after the day of an order within which vendors
   * should ship it. The longest lead time of the ordered products counts if it is longer. Null: there is
   * no such deadline. Applies to new orders.
   */
  shipDays: number | null
  /**
   * What happens to a UPC, EAN or GTIN with a wrong length or check digit. WARN, the default: it is
   * stored, and the response or the report has a warning. REFUSE: it is an error. A change applies
   * within 5 seconds.
   */
  upcCheck: UpcCheck
  /** The colour of buttons and links in mails, as #rrggbb. Null: the colour of the console. */
  mailColor: string | null
  updatedAt: Timestamp
}

/** The settings to change. Omitted fields stay unchanged. */
export interface SettingsPatch {
  name?: string
  /** On update, omitted fields stay unchanged. Null clears the whole address. */
  address?: {
    name?: string | null
    company?: string | null
    addressLine1?: string | null
    addressLine2?: string | null
    city?: string | null
    state?: string | null
    zipCode?: string | null
    country?: string | null
    phone?: string | null
  } | null
  /** An ISO 4217 code. */
  currency?: string
  /** The unit of all weights. A new unit doesn't convert stored weights. */
  weightUnit?: WeightUnit
  /**
   * The commission of vendors that are created without one, from 0 to 1000. With null, each new vendor
   * needs a commission. Existing vendors keep theirs.
   */
  defaultCommissionPercent?: number | string | null
  /** All fields to watch. Changes of fields that are no longer watched are forgotten. */
  watchedFields?: WatchedFieldInput[]
  /**
   * Whether products can have attributes that are not defined for their categories. With STRICT, stored
   * products that have such attributes get `attributeIssues`. `unspc` is always allowed.
   */
  attributes?: AttributeMode
  /** For how many minutes the quotes of the storefront are valid. The default is 15. */
  quoteMinutes?: number
  /**
   * The length of the periods of statements. Half months begin on the 1st and the 16th, weeks on
   * Mondays. A change applies when the open period of a vendor has ended.
   */
  statementPeriod?: StatementPeriod
  /**
   * The IANA name of the time zone of working days, and in which the periods of statements begin and
   * end. For statements, a change applies when the open period of a vendor has ended.
   */
  timeZone?: string
  /**
   * The hours after the placement of an order within which vendors should acknowledge it. Null: there is
   * no such deadline. Applies to new orders.
   */
  acknowledgeHours?: number | null
  /**
   * The working days (Monday to Friday, in the time zone) after the day of an order within which vendors
   * should ship it. The longest lead time of the ordered products counts if it is longer. Null: there is
   * no such deadline. Applies to new orders.
   */
  shipDays?: number | null
  /**
   * What happens to a UPC, EAN or GTIN with a wrong length or check digit. WARN, the default: it is
   * stored, and the response or the report has a warning. REFUSE: it is an error. A change applies
   * within 5 seconds.
   */
  upcCheck?: UpcCheck
  /** The colour of buttons and links in mails, as #rrggbb. Null: the colour of the console. */
  mailColor?: string | null
}

/** A carrier that the service knows. */
export interface Carrier {
  /** The value of `carrier` in shipments. */
  code: string
  name: string
  /** The form of a tracking URL, in which {trackingNumber} represents the tracking number. */
  trackingUrl: string
}

/** All known carriers. */
export interface CarrierList {
  carriers: Carrier[]
}

/** A shipped quantity of a line of the order. */
export interface ShipmentItem {
  orderItemId: string
  productName: string
  sku: string
  quantity: number
}

/** A shipment. */
export interface Shipment {
  id: string
  orderId: string
  orderNumber: string
  poNumber: string
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
  status: ShipmentStatus
  shippedAt: Timestamp
  deliveredAt: Timestamp | null
  items: ShipmentItem[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A line of the order and the quantity to ship. */
export interface NewShipmentItem {
  orderItemId: string
  quantity: number
}

/** A shipment to create. */
export interface NewShipment {
  orderId: string
  /**
   * The code or name of a carrier from GET /api/v1/vendor/carriers, ignoring case, or the name of
   * another carrier.
   */
  carrier: string
  trackingNumber: string
  /** An http or https URL. The default is the tracking URL of a known carrier. */
  trackingUrl?: string | null
  /** Between the time of the order and now. The default is now. */
  shippedAt?: Timestamp | null
  /** The quantities to ship. The default is all quantities that are left. */
  items?: NewShipmentItem[] | null
}

/** The shipments to create, of one or several orders. */
export interface NewShipments {
  /** The shipments to create, in this order. */
  shipments: NewShipment[]
}

/** The result of one item. */
export interface ShipmentResult {
  /** The index in `shipments`. */
  index: number
  /** The new shipment's id. Null if the item failed. */
  id: string | null
  /** SUCCEEDED if the item took effect. A FAILED item didn't change anything. */
  status: ItemStatus
  /** The error, or null if the item took effect. */
  error: ItemError | null
}

/** The result of each shipment. */
export interface ShipmentResults {
  /** The number of items. */
  total: number
  /** The number of items that took effect. */
  succeeded: number
  /** The number of items that failed. */
  failed: number
  /** One result for each item, in the same order. */
  results: ShipmentResult[]
}

/** The fields of a shipment to change. Omitted fields stay unchanged. */
export interface ShipmentPatch {
  /**
   * The code or name of a carrier from GET /api/v1/vendor/carriers, ignoring case, or the name of
   * another carrier.
   */
  carrier?: string
  trackingNumber?: string
  /**
   * Null clears the URL. If it is omitted, a generated URL is updated with the carrier and the tracking
   * number; a URL that was sent stays unchanged.
   */
  trackingUrl?: string | null
  /** Between the time of the order and now. */
  shippedAt?: Timestamp
  /** SHIPPED → IN_TRANSIT → DELIVERED, or CANCELLED before delivery. */
  status?: ShipmentStatus
}

/** A page of shipments. */
export interface ShipmentPage {
  shipments: Shipment[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** A charge that applies if minWeight <= weight < maxWeight. */
export interface WeightTier {
  minWeight: number
  maxWeight: number
  rate: number
}

/** The charges of a shipping method for one country or subdivision. */
export interface CountryRate {
  id: string
  methodId: string
  countryCode: string
  /** The charge per order, for FLAT_RATE methods. */
  flatRate: string
  /** Added to the rate of the weight tier, for WEIGHT_BASED methods. */
  baseRate: string | null
  weightTiers: WeightTier[]
}

/** A shipping method with its rates. */
export interface ShippingMethod {
  id: string
  name: string
  isActive: boolean
  pricingType: PricingType
  weightLimitMin: number | null
  weightLimitMax: number | null
  currency: string
  description: string | null
  countryRates: CountryRate[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All shipping methods. */
export interface ShippingMethodList {
  shippingMethods: ShippingMethod[]
}

/** Applies if minWeight <= weight < maxWeight. */
export interface NewWeightTier {
  /** In the marketplace's weight unit. */
  minWeight: number | string
  /** In the marketplace's weight unit. */
  maxWeight: number | string
  rate: number | string
}

/** The charges for one country or subdivision. */
export interface NewCountryRate {
  /** An ISO 3166-1 alpha-2 country code or an ISO 3166-2 subdivision code. */
  countryCode: string
  flatRate?: number | string | null
  baseRate?: number | string | null
  weightTiers?: NewWeightTier[] | null
}

/** A shipping method to create. */
export interface NewShippingMethod {
  name: string
  isActive?: boolean | null
  pricingType?: PricingType | null
  /** An ISO 4217 code. The default is the marketplace's currency. */
  currency?: string | null
  description?: string | null
  /** In the marketplace's weight unit. */
  weightLimitMin?: number | string | null
  /** In the marketplace's weight unit. */
  weightLimitMax?: number | string | null
  /** A method without rates can't be used for orders. */
  countryRates?: NewCountryRate[] | null
}

/** The fields of a shipping method to change. Omitted fields stay unchanged. */
export interface ShippingMethodPatch {
  name?: string
  isActive?: boolean | null
  pricingType?: PricingType | null
  /** An ISO 4217 code. The default is the marketplace's currency. */
  currency?: string | null
  description?: string | null
  /** In the marketplace's weight unit. */
  weightLimitMin?: number | string | null
  /** In the marketplace's weight unit. */
  weightLimitMax?: number | string | null
  /** A method without rates can't be used for orders. */
  countryRates?: NewCountryRate[] | null
}

/** What the marketplace owes a vendor for a period. A closed statement changes only when it is paid. */
export interface Statement {
  id: string
  /** The number of the statement. The statements of a vendor are numbered without gaps. */
  number: number
  vendorId: string
  vendorName: string
  /** The beginning of the period. */
  periodStart: Timestamp
  /** The end of the period, which is the beginning of the next one. */
  periodEnd: Timestamp
  /** The time zone in which the period begins and ends. */
  timeZone: string
  /** The first day of the period, in the time zone. */
  firstDay: string
  /** The last day of the period, in the time zone. */
  lastDay: string
  /** The currency of all amounts (ISO 4217). */
  currency: string
  /** The closing balance of the previous statement if it was negative, otherwise 0. */
  openingBalance: string
  /** The cost of what was shipped, less that of cancelled shipments. */
  itemTotal: string
  /** The shipping charges. */
  shippingTotal: string
  /** The adjustments by the operator. */
  adjustmentTotal: string
  /** The opening balance and all lines of the period. */
  closingBalance: string
  /** What the marketplace pays: the closing balance, or 0 if it is negative. */
  amountDue: string
  /** The number of lines. */
  lineCount: number
  status: StatementStatus
  closedAt: Timestamp
  paidAt: Timestamp | null
  /** The reference of the payment. */
  reference: string | null
}

/** A page of statements. */
export interface StatementPage {
  statements: Statement[]
  pageInfo: PageInfo
}

/** The balances of an open period in one currency. */
export interface OpenBalance {
  /** The currency of all amounts (ISO 4217). */
  currency: string
  /** The closing balance of the previous statement if it was negative, otherwise 0. */
  openingBalance: string
  /** The cost of what was shipped, less that of cancelled shipments. */
  itemTotal: string
  /** The shipping charges. */
  shippingTotal: string
  /** The adjustments by the operator. */
  adjustmentTotal: string
  /** The opening balance and all lines of the period. */
  closingBalance: string
  /** What the marketplace pays: the closing balance, or 0 if it is negative. */
  amountDue: string
  /** The number of lines. */
  lineCount: number
}

/** What the marketplace owes a vendor in the open period so far. */
export interface OpenStatement {
  /** The beginning of the period. */
  periodStart: Timestamp
  /** The end of the period, which is the beginning of the next one. */
  periodEnd: Timestamp
  /** The time zone in which the period begins and ends. */
  timeZone: string
  /** The first day of the period, in the time zone. */
  firstDay: string
  /** The last day of the period, in the time zone. */
  lastDay: string
  /** The balances in each currency that has lines or a negative opening balance. */
  balances: OpenBalance[]
}

/** A line of a statement. Lines are never changed; corrections are further lines. */
export interface StatementLine {
  id: string
  kind: StatementLineKind
  /** The time of the shipment, the cancellation or the adjustment. */
  recordedAt: Timestamp
  currency: string
  /** The amount in the decimals of the currency, negative for corrections. */
  amount: string
  /**
   * The units that were shipped, or with a minus sign those of a cancelled shipment. Null unless kind is
   * ITEM.
   */
  quantity: number | null
  /** Null unless kind is ITEM. */
  unitCost: string | null
  /** Null for adjustments. */
  orderId: string | null
  /** Null for adjustments. */
  orderNumber: string | null
  /** Null for adjustments. */
  poNumber: string | null
  /** Null unless kind is ITEM. */
  orderItemId: string | null
  /** Null unless kind is ITEM. */
  sku: string | null
  /** Null unless kind is ITEM. */
  productName: string | null
  /**
   * The shipment that caused the line. Null for adjustments, and for units that were shipped before
   * there were statements.
   */
  shipmentId: string | null
  /** The reason of an adjustment, otherwise null. */
  reason: string | null
}

/** A page of lines. */
export interface StatementLinePage {
  lines: StatementLine[]
  pageInfo: PageInfo
}

/** An amount that the operator has added to what a vendor is owed. */
export interface Adjustment {
  id: string
  kind: StatementLineKind
  /** The time of the shipment, the cancellation or the adjustment. */
  recordedAt: Timestamp
  currency: string
  /** The amount in the decimals of the currency, negative for corrections. */
  amount: string
  /**
   * The units that were shipped, or with a minus sign those of a cancelled shipment. Null unless kind is
   * ITEM.
   */
  quantity: number | null
  /** Null unless kind is ITEM. */
  unitCost: string | null
  /** Null for adjustments. */
  orderId: string | null
  /** Null for adjustments. */
  orderNumber: string | null
  /** Null for adjustments. */
  poNumber: string | null
  /** Null unless kind is ITEM. */
  orderItemId: string | null
  /** Null unless kind is ITEM. */
  sku: string | null
  /** Null unless kind is ITEM. */
  productName: string | null
  /**
   * The shipment that caused the line. Null for adjustments, and for units that were shipped before
   * there were statements.
   */
  shipmentId: string | null
  /** The reason of an adjustment, otherwise null. */
  reason: string | null
  vendorId: string
  /** The name of the person or token. */
  recordedBy: string
}

/** A page of adjustments. */
export interface AdjustmentPage {
  adjustments: Adjustment[]
  pageInfo: PageInfo
}

/** An amount to add to what a vendor is owed. */
export interface NewAdjustment {
  /**
   * A positive amount credits the vendor, a negative one charges it. At most the decimals of the
   * currency.
   */
  amount: number | string
  /** The marketplace's currency, which is the default. */
  currency?: string
  /** Shown to the vendor. */
  reason: string
}

/** How and when a statement was paid. */
export interface Payment {
  /** The reference of the payment. */
  reference: string
  /** When the statement was paid. */
  paidAt: Timestamp
}

/** The marketplace as everyone sees it. */
export interface StorefrontMarketplace {
  name: string
  logoUrl: string | null
  /** The ISO 4217 code of the currency of all prices and costs. */
  currency: string
  /** The unit of all weights. A new unit doesn't convert stored weights. */
  weightUnit: WeightUnit
}

/** An active vendor as customers see it. */
export interface StorefrontVendorProfile {
  id: string
  name: string
  slug: string
  description: string | null
  website: string | null
  logoUrl: string | null
  /**
   * The number of products on sale, counted up to 100. For a larger number, read estimatedTotalCount of
   * GET /storefront/products with vendorId.
   */
  productCount: number
}

/** A page of vendors. */
export interface StorefrontVendorPage {
  vendors: StorefrontVendorProfile[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** What the vendor sells, what waits for a decision, and how reliable the vendor is. */
export interface VendorFigures {
  /** The products that are PUBLISHED, counted up to 10000. */
  publishedProducts: number
  /** The entries of the moderation queue. */
  waiting: {
    /** New products, counted up to 10000. */
    products: number
    /** Staged edits, counted up to 10000. */
    revisions: number
    /** Changes of watched fields, counted up to 10000. */
    changes: number
  }
  /** The decisions of these days on entries of the moderation queue. */
  decisions: {
    /** The decisions of people and rules. */
    decided: number
    /** Those of them by which something was rejected or hidden. */
    rejected: number
    /** rejected / decided, rounded to 4 decimals, or null without decisions. */
    rejectionRate: number | null
  }
  deadlines: DeadlineStatistics
  /** The orders that are late now, whenever they were placed. */
  lateOrders: number
}

/** A vendor in a list. It has `figures` only with view=figures. */
export interface ListedVendor {
  id: string
  name: string
  slug: string
  email: string | null
  phone: string | null
  website: string | null
  description: string | null
  logoUrl: string | null
  /** The lead time in days of products without their own lead time. */
  leadTime: number
  /** The percentage added to the cost to get the retail price. */
  commissionPercent: number
  nextCommission: NextCommission | null
  /**
   * The hours after the placement of an order within which the vendor should acknowledge it. Null: as in
   * the settings. 0: there is no such deadline for this vendor.
   */
  acknowledgeHours: number | null
  /**
   * The working days after the day of an order within which the vendor should ship it. Null: as in the
   * settings. 0: there is no such deadline for this vendor.
   */
  shipDays: number | null
  isActive: boolean
  /** How much the operator trusts the vendor. Only the operator sees it. */
  trust: VendorTrust
  address: Address
  createdAt: Timestamp
  updatedAt: Timestamp
  figures?: VendorFigures
}

/** A page of vendors. */
export interface VendorPage {
  vendors: ListedVendor[]
  pageInfo: PageInfo
  /** The number of rows that match the filters. */
  estimatedTotalCount: number | null
}

/** What was sold on one day. */
export interface SalesOfDay {
  /** The day, in UTC. */
  date: string
  /** The orders that were placed, without those of which everything has been cancelled. */
  orders: number
  /** The pieces in these orders, without cancelled pieces. */
  units: number
  /** The retail prices of these pieces, with 2 decimals. */
  sales: string
}

/** A variant of which few pieces are available. */
export interface LowVariant {
  productId: string
  productName: string
  variantId: string
  variantName: string
  /** The SKU of the variant. */
  sku: string
  /** The pieces that can be sold. */
  stockAvailable: number
}

/** What the vendor sold in the last days, and what it should act on. */
export interface VendorStatistics {
  /** One entry for each day, today last. */
  days: SalesOfDay[]
  /** The orders that wait for an acknowledgement. */
  toAcknowledge: {
    /** The number of orders that are CONFIRMED. */
    count: number
    /** The time when the oldest of them was placed. */
    oldestPlacedAt: Timestamp | null
  }
  /** The orders with a deadline that has passed. */
  late: {
    /** The number of orders that are late now. */
    count: number
    /** The deadline that passed first. */
    oldestDueAt: Timestamp | null
  }
  deadlines: DeadlineStatistics
  /** The number of products that the filter `isRejected` of the products finds. */
  rejectedProducts: number
  /**
   * The number of failed items of the import jobs of these days that the filter `needsRetry` of the jobs
   * finds.
   */
  failedImportItems: number
  /** The number of active variants of which at most `lowStock` pieces are available. */
  lowStock: number
  /** The five of these variants with the fewest available pieces, in this order. */
  lowestStock: LowVariant[]
}

/** An address to which the service posts events in their order. */
export interface Webhook {
  id: string
  /**
   * An https URL of a public host, on port 443, without user name and password. It is checked again for
   * each connection.
   */
  url: string
  feed: WebhookFeed
  /** The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES. */
  types: EventType[] | null
  description: string | null
  /**
   * The number of requests at the same time. Events of the same order, product or other subject are
   * never sent at the same time. With 1, all events are delivered in the order of the feed.
   */
  concurrency: number
  /** The names of the headers that are sent with each request. Their values are never returned. */
  headerNames: string[]
  /** False if the webhook is stopped. */
  isActive: boolean
  state: WebhookState
  stoppedBy: WebhookStoppedBy | null
  /** The reason that the operator has given. */
  stopReason: string | null
  /** Since when the receiver fails. */
  failingSince: Timestamp | null
  /** Until when requests are also signed with the previous secret. */
  previousSecretExpiresAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** All webhooks, oldest first. */
export interface WebhookList {
  webhooks: Webhook[]
}

/** A webhook with its new secret. */
export interface WebhookWithSecret {
  id: string
  /**
   * An https URL of a public host, on port 443, without user name and password. It is checked again for
   * each connection.
   */
  url: string
  feed: WebhookFeed
  /** The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES. */
  types: EventType[] | null
  description: string | null
  /**
   * The number of requests at the same time. Events of the same order, product or other subject are
   * never sent at the same time. With 1, all events are delivered in the order of the feed.
   */
  concurrency: number
  /** The names of the headers that are sent with each request. Their values are never returned. */
  headerNames: string[]
  /** False if the webhook is stopped. */
  isActive: boolean
  state: WebhookState
  stoppedBy: WebhookStoppedBy | null
  /** The reason that the operator has given. */
  stopReason: string | null
  /** Since when the receiver fails. */
  failingSince: Timestamp | null
  /** Until when requests are also signed with the previous secret. */
  previousSecretExpiresAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
  /**
   * The secret with which requests are signed, as Standard Webhooks says. It begins with whsec_ and is
   * shown only once.
   */
  secret: string
}

/** A webhook to create. It gets the events that happen after its creation. */
export interface NewWebhook {
  /**
   * An https URL of a public host, on port 443, without user name and password. It is checked again for
   * each connection.
   */
  url: string
  /** The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES. */
  types?: EventType[] | null
  description?: string | null
  /**
   * The number of requests at the same time. Events of the same order, product or other subject are
   * never sent at the same time. With 1, all events are delivered in the order of the feed.
   */
  concurrency?: number
  /**
   * Up to 5 headers to send with each request, by their names, for gateways that need Authorization.
   * Their values are stored encrypted.
   */
  headers?: Record<string, string> | null
  /** False to stop the webhook. It continues where it has stopped. */
  isActive?: boolean
  feed?: WebhookFeed
}

/** The fields of a webhook to change. Omitted fields stay unchanged; `headers` replaces all headers. */
export interface WebhookPatch {
  /**
   * An https URL of a public host, on port 443, without user name and password. It is checked again for
   * each connection.
   */
  url?: string
  /** The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES. */
  types?: EventType[] | null
  description?: string | null
  /**
   * The number of requests at the same time. Events of the same order, product or other subject are
   * never sent at the same time. With 1, all events are delivered in the order of the feed.
   */
  concurrency?: number
  /**
   * Up to 5 headers to send with each request, by their names, for gateways that need Authorization.
   * Their values are stored encrypted.
   */
  headers?: Record<string, string> | null
  /** False to stop the webhook. It continues where it has stopped. */
  isActive?: boolean
}

/** How to replace the secret of a webhook. */
export interface WebhookSecretRotation {
  /** How long requests are also signed with the previous secret. The default is 24. */
  overlapHours?: number
}

/** Why a webhook is stopped. */
export interface WebhookStop {
  /** The reason, which the vendor sees. */
  reason: string
}

/** The last attempt that failed. */
export interface WebhookLastFailure {
  at: Timestamp
  reason: WebhookFailureReason
  /** The status of the answer; null if there was none. */
  status: number | null
}

/** The attempts of an hour. */
export interface WebhookAttemptCount {
  /** The beginning of the hour. */
  hour: Timestamp
  /** The number of attempts that succeeded. */
  delivered: number
  /** The number of attempts that failed. */
  failed: number
  /** The average duration of an attempt, in milliseconds. */
  averageDurationMs: number
}

/** How the deliveries of a webhook proceed. */
export interface WebhookStatus {
  state: WebhookState
  /** The number of events that wait to be delivered. It stops at 10000. */
  lagEvents: number
  /** The age of the oldest event that waits, in seconds; 0 if none waits. */
  lagSeconds: number
  /** The number of events that are set aside. */
  setAsideCount: number
  /** The number of attempts that failed since the receiver fails. */
  failures: number
  lastFailure: WebhookLastFailure | null
  /** The time of the last successful attempt. */
  lastSuccessAt: Timestamp | null
  /** When a failing receiver is tried again. */
  nextAttemptAt: Timestamp | null
  /** The attempts of the last 72 hours, oldest hour first. Hours without attempts are left out. */
  attempts: WebhookAttemptCount[]
}

/** An attempt to deliver an event that failed. */
export interface WebhookFailedAttempt {
  at: Timestamp
  /** The id of the event. */
  eventId: string
  type: WebhookMessageType
  /** The status of the answer; null if there was none. */
  status: number | null
  reason: WebhookFailureReason
  /** How long the attempt took, in milliseconds. */
  durationMs: number
  /** The start of the answer, at most 4 KB. */
  answer: string
}

/** A page of failed attempts. */
export interface WebhookFailedAttemptPage {
  failedAttempts: WebhookFailedAttempt[]
  pageInfo: PageInfo
}

/** An event that waits outside of the order. */
export interface WebhookSetAsideEvent {
  /** The id of the event. */
  eventId: string
  type: WebhookMessageType
  /** The position in the feed. */
  sequence: number
  /** Events with the same key are delivered in their order. */
  key: string
  /**
   * REFUSED: by the receiver. BEHIND: it waits for an earlier event of its key. REPLAY: it is to be
   * delivered again.
   */
  reason: 'REFUSED' | 'BEHIND' | 'REPLAY'
  /** The number of hourly attempts that the receiver has refused. */
  attempts: number
  /** The status of the answer; null if there was none. */
  lastStatus: number | null
  setAsideAt: Timestamp
  /** When it is sent again; null while it is BEHIND. */
  nextAttemptAt: Timestamp | null
}

/** A page of set aside events. */
export interface WebhookSetAsidePage {
  setAsideEvents: WebhookSetAsideEvent[]
  pageInfo: PageInfo
}

/** A webhook of a vendor with its lag. */
export interface VendorWebhook {
  id: string
  /**
   * An https URL of a public host, on port 443, without user name and password. It is checked again for
   * each connection.
   */
  url: string
  feed: WebhookFeed
  /** The types of events to deliver. Null: all. Always null with the feed CATALOG_CHANGES. */
  types: EventType[] | null
  description: string | null
  /**
   * The number of requests at the same time. Events of the same order, product or other subject are
   * never sent at the same time. With 1, all events are delivered in the order of the feed.
   */
  concurrency: number
  /** The names of the headers that are sent with each request. Their values are never returned. */
  headerNames: string[]
  /** False if the webhook is stopped. */
  isActive: boolean
  state: WebhookState
  stoppedBy: WebhookStoppedBy | null
  /** The reason that the operator has given. */
  stopReason: string | null
  /** Since when the receiver fails. */
  failingSince: Timestamp | null
  /** Until when requests are also signed with the previous secret. */
  previousSecretExpiresAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
  vendorId: string
  vendorName: string
  /** The number of events that wait to be delivered. It stops at 10000. */
  lagEvents: number
  /** The age of the oldest event that waits, in seconds; 0 if none waits. */
  lagSeconds: number
  lastFailure: WebhookLastFailure | null
}

/** A page of webhooks. */
export interface VendorWebhookPage {
  webhooks: VendorWebhook[]
  pageInfo: PageInfo
}

/** What to deliver again. Send exactly one of the fields. */
export interface WebhookReplay {
  /** A cursor of the feed: everything after it is delivered again. */
  after?: string
  /** A time: everything that happened after it is delivered again. */
  occurredAfter?: Timestamp
  /**
   * Ids of events: only these are delivered again. For changes of the catalog, such as
   * `catalog-change-1042`.
   */
  eventIds?: string[]
}

/** The error response to a replay that begins before the oldest event that is retained. */
export interface WebhookReplayProblem {
  type: string
  /** A short description of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** The cause of the error in this request, and how to fix it. */
  detail: string
  code: ProblemCode
  /** Where the documentation explains the code. The URL is relative to the URL of the request. */
  docUrl: string
  /** The id of the request, which the log of the service contains too. */
  requestId: string
  /**
   * The validation errors, each with the pointer or parameter that it refers to. At most the first 100
   * are listed; in bulk operations, at most the first 1,000.
   */
  errors?: Fault[]
  /** The number of validation errors that were found. If errorCountIsExact is true, it is the total. */
  errorCount?: number
  /** False if validation stopped early, so the request may have more errors than errorCount. */
  errorCountIsExact?: boolean
  /** With the code CURSOR_EXPIRED: the cursor before the oldest event that is retained. */
  oldestCursor?: string
}

/** The type of the example to send. */
export interface WebhookTest {
  type: WebhookMessageType
}

/** The answer to an example that was sent to a webhook. */
export interface WebhookTestResult {
  /** True if the answer was a 2xx. */
  delivered: boolean
  /** The status of the answer; null if there was none. */
  status: number | null
  reason: WebhookFailure | null
  /** How long the request took, in milliseconds. */
  durationMs: number
  /** The start of the answer, at most 4 KB. */
  answer: string
  /** The header webhook-id of the request. It begins with test-. */
  messageId: string
  /** The body of the request: JSON text. */
  body: string
}

/** A stable code that identifies the kind of error. */
export type ProblemCode =
  | 'VALIDATION_FAILED'
  | 'INVALID_CURSOR'
  | 'TOO_MANY_TO_SORT'
  | 'BAD_REQUEST'
  | 'UNAUTHENTICATED'
  | 'BASIC_NOT_ACCEPTED'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_REFRESH_TOKEN'
  | 'NO_MEMBERSHIP'
  | 'NOT_PLATFORM_USER'
  | 'INSUFFICIENT_ROLE'
  | 'PEOPLE_ONLY'
  | 'ORIGIN_NOT_ALLOWED'
  | 'VENDOR_INACTIVE'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_IN_PROGRESS'
  | 'INVALID_TRANSITION'
  | 'NO_VARIANT'
  | 'ATTRIBUTE_ISSUES'
  | 'NO_REVISION'
  | 'FIELD_NOT_PENDING'
  | 'CLAIMED'
  | 'NO_CHANGE'
  | 'IN_USE'
  | 'CATEGORY_CYCLE'
  | 'CATEGORY_TOO_DEEP'
  | 'MERGE_REFUSED'
  | 'CONFLICT'
  | 'EMAIL_TAKEN'
  | 'LAST_OWNER'
  | 'TOO_MANY_API_TOKENS'
  | 'TOO_MANY_WEBHOOKS'
  | 'STOPPED_BY_OPERATOR'
  | 'SECRET_NOT_READABLE'
  | 'TOO_MANY_RULES'
  | 'CURRENCY_IN_USE'
  | 'NOTHING_TO_RETRY'
  | 'QUOTE_EXPIRED'
  | 'INSUFFICIENT_STOCK'
  | 'STOCK_CONFLICT'
  | 'STOCK_OUTDATED'
  | 'ORDER_NUMBER_TAKEN'
  | 'SET_TOO_LARGE'
  | 'OVER_SHIPPED'
  | 'ALREADY_PAID'
  | 'NOTHING_DUE'
  | 'INVITATION_INVALID'
  | 'RESET_INVALID'
  | 'REQUEST_TIMEOUT'
  | 'GONE'
  | 'CURSOR_EXPIRED'
  | 'PRECONDITION_FAILED'
  | 'STALE_VERSION'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'GZIP_NOT_DECLARED'
  | 'NDJSON_NOT_DECLARED'
  | 'RANGE_NOT_SATISFIABLE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'HEADERS_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_MANY_JOBS'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE'

/** The role of a member or API token, from the most rights to the fewest. */
export type Role = 'OWNER' | 'ADMIN' | 'EDITOR' | 'VIEWER'

/**
 * What happened:
 *
 * - `product.created`: A product was created. Details: `sku`
 * - `product.updated`: Fields of a product were changed
 * - `product.images_changed`: The live images of a product were changed
 * - `product.deleted`: A product was deleted. Details: `sku`
 * - `product.submitted`: A rejected product was submitted for approval again
 * - `product.approved`: A new product was approved and published. Details: `ruleId`, `ruleName`
 * - `product.rejected`: A new product was rejected. Details: `reason`, `ruleId`, `ruleName`
 * - `product.revision_staged`: Edits of a live product were staged for approval
 * - `product.revision_withdrawn`: Staged edits were withdrawn
 * - `product.revision_approved`: Staged edits were approved and published. Details: `ruleId`,
 * `ruleName`
 * - `product.revision_rejected`: Staged edits were rejected. Details: `reason`, `ruleId`, `ruleName`
 * - `product.corrected`: The operator corrected values that wait for approval. Details: `target`
 * - `product.hidden`: A published product was hidden from the storefront. Details: `reason`
 * - `product.change_accepted`: Changes of watched fields were accepted. Details: `version`
 * - `product.published`: A hidden product was published again
 * - `product.reviewed`: A customer review was added. Details: `rating`
 * - `product.bulk_updated`: A bulk update changed products. Details: `updated`, `unchanged`, `failed`
 * - `import_job.queued`: A bulk upload was received. Details: `itemsTotal`, `dryRun`
 * - `import_job.completed`: A bulk upload has ended. Details: `status`, `itemsTotal`, `itemsCreated`,
 * `itemsUpdated`, `itemsSkipped`, `itemsFailed`, `itemsCancelled`, `imagesTotal`, `imagesFetched`,
 * `imagesFailed`, `dryRun`
 * - `import_job.cancelled`: A bulk upload was cancelled. Details: `status`, `itemsTotal`,
 * `itemsCreated`, `itemsUpdated`, `itemsSkipped`, `itemsFailed`, `itemsCancelled`, `imagesTotal`,
 * `imagesFetched`, `imagesFailed`, `dryRun`
 * - `import_job.failed`: A bulk upload has failed. Details: `status`, `itemsTotal`, `itemsCreated`,
 * `itemsUpdated`, `itemsSkipped`, `itemsFailed`, `itemsCancelled`, `imagesTotal`, `imagesFetched`,
 * `imagesFailed`, `dryRun`
 * - `order.placed`: A customer placed an order. Details: `orderNumber`, `poNumber`
 * - `order.acknowledged`: The vendor acknowledged an order
 * - `order.cancelled`: Quantities of an order were cancelled. Details: `reason`, `quantity`, `status`
 * - `order.late`: A deadline of an order has passed. Details: `deadline`, `dueAt`, `orderNumber`,
 * `poNumber`
 * - `shipment.created`: A shipment was created. Details: `orderId`, `orderStatus`, `quantity`
 * - `shipment.updated`: A shipment was updated. Details: `orderId`, `orderStatus`, `status`
 * - `shipment.delivered`: A shipment was delivered. Details: `orderId`, `orderStatus`, `status`
 * - `shipment.cancelled`: A shipment was cancelled. Details: `orderId`, `orderStatus`, `status`
 * - `statement.closed`: A statement was closed because its period has ended. Details: `number`,
 * `currency`, `closingBalance`
 * - `statement.paid`: A statement was marked as paid. Details: `number`, `currency`, `reference`
 * - `statement.adjusted`: The operator has adjusted what a vendor is owed. Details: `amount`,
 * `currency`, `reason`
 * - `shipping_method.created`: A shipping method was created
 * - `shipping_method.updated`: A shipping method was updated
 * - `shipping_method.deleted`: A shipping method was deleted
 * - `vendor.created`: A vendor was created
 * - `vendor.updated`: The profile of a vendor was updated. Details: `changes`
 * - `member.created`: The first operator was created. Details: `name`, `role`
 * - `member.invited`: Someone was invited to a team. Details: `name`, `role`
 * - `member.invitation_withdrawn`: An invitation was withdrawn. Details: `name`, `role`
 * - `member.joined`: Someone accepted an invitation. Details: `role`
 * - `member.updated`: A member was renamed. Details: `name`, `changes`
 * - `member.role_changed`: The role of a member was changed. Details: `name`, `from`, `to`, `changes`
 * - `member.removed`: A member was removed from a team. Details: `name`, `role`
 * - `member.password_changed`: A user changed their password
 * - `member.reset_issued`: A password reset was created for a member. Details: `name`
 * - `member.password_reset`: A password was set with a reset token
 * - `api_token.created`: An API token was created. Details: `name`, `role`
 * - `api_token.deleted`: An API token was deleted. Details: `name`
 * - `webhook.created`: A webhook was created. Details: `host`
 * - `webhook.updated`: A webhook was updated
 * - `webhook.deleted`: A webhook was deleted. Details: `host`
 * - `webhook.failing`: The receiver of a webhook has begun to fail. Details: `reason`, `answerStatus`
 * - `webhook.still_failing`: The receiver of a webhook has failed for an hour, or for three days.
 * Details: `failingSince`, `hours`
 * - `webhook.recovered`: A failing webhook delivers again. Details: `failingSince`
 * - `webhook.stopped`: A webhook was stopped. Details: `by`, `reason`
 * - `webhook.started`: A stopped webhook was started
 * - `webhook.event_dropped`: A receiver has refused an event for a day, so it is no longer delivered.
 * Details: `eventId`, `eventType`, `answerStatus`
 * - `category.created`: A category was created. Details: `name`
 * - `category.updated`: A category was updated. Details: `changes`
 * - `category.deleted`: A category was deleted. Details: `name`
 * - `category.merged`: A category was merged into another one. Details: `name`, `intoId`, `intoName`
 * - `collection.created`: A collection was created. Details: `name`
 * - `collection.updated`: A collection was updated. Details: `changes`
 * - `collection.deleted`: A collection was deleted. Details: `name`
 * - `collection.merged`: A collection was merged into another one. Details: `name`, `intoId`,
 * `intoName`
 * - `tag.created`: A tag was created. Details: `name`
 * - `tag.updated`: A tag was updated. Details: `changes`
 * - `tag.deleted`: A tag was deleted. Details: `name`
 * - `tag.merged`: A tag was merged into another one. Details: `name`, `intoId`, `intoName`
 * - `facet.created`: A facet was created. Details: `name`
 * - `facet.updated`: A facet was updated. Details: `changes`
 * - `facet.deleted`: A facet was deleted. Details: `name`
 * - `facet_value.created`: A value of a facet was created. Details: `name`, `facetId`
 * - `facet_value.updated`: A value of a facet was updated. Details: `changes`
 * - `facet_value.deleted`: A value of a facet was deleted. Details: `name`, `facetId`
 * - `facet_value.merged`: A value of a facet was merged into another one. Details: `name`, `intoId`,
 * `intoName`, `facetId`
 * - `attribute.created`: An attribute was created. Details: `code`
 * - `attribute.updated`: An attribute was updated. Details: `changes`
 * - `attribute.deleted`: An attribute was deleted. Details: `code`
 * - `approval_rule.created`: An approval rule was created. Details: `name`
 * - `approval_rule.updated`: An approval rule was updated. Details: `changes`
 * - `approval_rule.deleted`: An approval rule was deleted. Details: `name`
 * - `approval_rule.reordered`: The order of the approval rules was changed. Details: `changes`
 * - `reason_template.created`: A reason template was created. Details: `code`
 * - `reason_template.updated`: A reason template was updated. Details: `changes`
 * - `reason_template.deleted`: A reason template was deleted. Details: `code`
 * - `settings.updated`: The settings of the marketplace were updated. Details: `changes`.
 */
export type EventType =
  | 'product.created'
  | 'product.updated'
  | 'product.images_changed'
  | 'product.deleted'
  | 'product.submitted'
  | 'product.approved'
  | 'product.rejected'
  | 'product.revision_staged'
  | 'product.revision_withdrawn'
  | 'product.revision_approved'
  | 'product.revision_rejected'
  | 'product.corrected'
  | 'product.hidden'
  | 'product.change_accepted'
  | 'product.published'
  | 'product.reviewed'
  | 'product.bulk_updated'
  | 'import_job.queued'
  | 'import_job.completed'
  | 'import_job.cancelled'
  | 'import_job.failed'
  | 'order.placed'
  | 'order.acknowledged'
  | 'order.cancelled'
  | 'order.late'
  | 'shipment.created'
  | 'shipment.updated'
  | 'shipment.delivered'
  | 'shipment.cancelled'
  | 'statement.closed'
  | 'statement.paid'
  | 'statement.adjusted'
  | 'shipping_method.created'
  | 'shipping_method.updated'
  | 'shipping_method.deleted'
  | 'vendor.created'
  | 'vendor.updated'
  | 'member.created'
  | 'member.invited'
  | 'member.invitation_withdrawn'
  | 'member.joined'
  | 'member.updated'
  | 'member.role_changed'
  | 'member.removed'
  | 'member.password_changed'
  | 'member.reset_issued'
  | 'member.password_reset'
  | 'api_token.created'
  | 'api_token.deleted'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.failing'
  | 'webhook.still_failing'
  | 'webhook.recovered'
  | 'webhook.stopped'
  | 'webhook.started'
  | 'webhook.event_dropped'
  | 'category.created'
  | 'category.updated'
  | 'category.deleted'
  | 'category.merged'
  | 'collection.created'
  | 'collection.updated'
  | 'collection.deleted'
  | 'collection.merged'
  | 'tag.created'
  | 'tag.updated'
  | 'tag.deleted'
  | 'tag.merged'
  | 'facet.created'
  | 'facet.updated'
  | 'facet.deleted'
  | 'facet_value.created'
  | 'facet_value.updated'
  | 'facet_value.deleted'
  | 'facet_value.merged'
  | 'attribute.created'
  | 'attribute.updated'
  | 'attribute.deleted'
  | 'approval_rule.created'
  | 'approval_rule.updated'
  | 'approval_rule.deleted'
  | 'approval_rule.reordered'
  | 'reason_template.created'
  | 'reason_template.updated'
  | 'reason_template.deleted'
  | 'settings.updated'

/** The status of a product, which the operator sets. */
export type ProductStatus = 'PENDING_APPROVAL' | 'PUBLISHED' | 'HIDDEN' | 'DRAFT'

/**
 * PRODUCT: a product that was never published, so all its fields are proposed. REVISION: staged edits
 * of a live product.
 */
export type ModerationKind = 'PRODUCT' | 'REVISION'

/** The result of a decision. The decision on a revision is REJECTED if any of its fields is rejected. */
export type ModerationOutcome = 'APPROVED' | 'REJECTED'

/** The order of a list of products. `-` means from high to low. */
export type ProductSort =
  | 'updatedAt'
  | '-updatedAt'
  | 'name'
  | '-name'
  | 'sku'
  | '-sku'
  | 'price'
  | '-price'
  | 'stock'
  | '-stock'

/** A unit of weight. */
export type WeightUnit = 'lb' | 'oz' | 'kg' | 'g'

/** The side of the marketplace: that of a vendor, or that of the operator. */
export type Side = 'vendor' | 'platform'

/** How much the operator trusts a vendor, from the least to the most. Approval rules can require it. */
export type VendorTrust = 'NEW' | 'STANDARD' | 'TRUSTED'

/** A field of live products whose changes wait for approval. */
export type ModeratedField = 'name' | 'shortDescription' | 'description' | 'attributes' | 'images'

/** What an approval rule does with the entries that match it. QUEUE: they wait for a person. */
export type ApprovalRuleDecision = 'APPROVE' | 'REJECT' | 'QUEUE'

/**
 * The type of the values: text, a number, a whole number, true or false, a date such as 2026-03-01,
 * the code of an option, or a list of codes of options.
 */
export type AttributeType = 'TEXT' | 'NUMBER' | 'INTEGER' | 'BOOLEAN' | 'DATE' | 'OPTION' | 'OPTIONS'

/** Whether the values are in the `attributes` of the product or of its variants. */
export type AttributeLevel = 'PRODUCT' | 'VARIANT'

/**
 * Whether the products of a category have to have an attribute. Missing recommended attributes are not
 * an error.
 */
export type AttributeRequirement = 'OPTIONAL' | 'RECOMMENDED' | 'REQUIRED'

/** How to treat an item whose code is already the SKU of a product. */
export type OnExisting = 'fail' | 'skip' | 'update'

/** What one invalid item of a bulk request rejects: the whole request, or only itself. */
export type ErrorPolicy = 'reject_all' | 'reject_failed_items'

/** Y for yes, N for no. */
export type YesOrNo = 'Y' | 'N'

/** Why an image could not be fetched. */
export type FetchReason =
  | 'INVALID_URL'
  | 'ADDRESS_NOT_ALLOWED'
  | 'HOST_NOT_FOUND'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'TIMEOUT'
  | 'TOO_MANY_REDIRECTS'
  | 'NOT_FOUND'
  | 'ACCESS_DENIED'
  | 'HOST_ERROR'
  | 'UNEXPECTED_RESPONSE'

/** COMPLETED_WITH_ERRORS: at least one item failed. FAILED: the service could not finish the job. */
export type ImportJobStatus =
  | 'RECEIVING'
  | 'QUEUED'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'COMPLETED_WITH_ERRORS'
  | 'CANCELLED'
  | 'FAILED'

/** The status of an item of an import job. */
export type ImportItemStatus = 'PENDING' | 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED' | 'CANCELLED'

/** The form in which the items were sent. RETRY: they are the failed items of another job. */
export type ImportJobSource = 'JSON' | 'NDJSON' | 'WORKBOOK' | 'RETRY'

/** How often mails about a subject are sent. IMMEDIATELY: at once, but at most one mail in 5 minutes. */
export type MailFrequency = 'IMMEDIATELY' | 'HOURLY' | 'DAILY' | 'NEVER'

/** How often mails about a subject without events are sent. */
export type MailSummaryFrequency = 'HOURLY' | 'DAILY' | 'NEVER'

/** The status of a member or invitation. */
export type MemberStatus = 'ACTIVE' | 'DISABLED' | 'INVITED'

/**
 * PRODUCT: a product that was never published, so all its fields are proposed. REVISION: staged edits
 * of a live product. CHANGE: changes of watched fields of a live product, which have already taken
 * effect.
 */
export type EntryKind = 'PRODUCT' | 'REVISION' | 'CHANGE'

/** The order of the moderation queue. */
export type QueueSort = 'age' | 'vendor'

/** Who has claimed an entry of the moderation queue. */
export type ClaimFilter = 'me' | 'others' | 'none'

/** What to do with an entry, or with a field of it. */
export type ModerationVerdict = 'APPROVE' | 'REJECT'

/** What to do with an entry: APPROVE or REJECT a PRODUCT or a REVISION, ACCEPT or HIDE a CHANGE. */
export type EntryDecision = 'APPROVE' | 'REJECT' | 'ACCEPT' | 'HIDE'

/** What made the changes of a change set: a bulk update or a bulk upload. */
export type ChangeSetSource = 'BULK_UPDATE' | 'IMPORT_JOB'

/** The result of an item of a set. */
export type ItemStatus = 'SUCCEEDED' | 'FAILED'

/**
 * APPROVED or REJECTED, for new products and revisions. The decision on a revision is REJECTED if any
 * of the decided fields was rejected. ACCEPTED or HIDDEN, for changes of watched fields.
 */
export type SnapshotDecision = 'APPROVED' | 'REJECTED' | 'ACCEPTED' | 'HIDDEN'

/**
 * Why an item of a vendor cannot be ordered: INSUFFICIENT_STOCK if the quantity exceeds
 * `stockAvailable`, NOT_AVAILABLE if its price is too large for an order.
 */
export type QuoteItemReason = 'INSUFFICIENT_STOCK' | 'NOT_AVAILABLE'

/**
 * Why a shipping method has no charge: its rates are in another currency than the marketplace, it has
 * no rate for the destination, the weight is below its minimum or above its maximum, or no weight tier
 * contains the weight.
 */
export type QuoteMethodReason =
  | 'OTHER_CURRENCY'
  | 'NO_RATE_FOR_DESTINATION'
  | 'WEIGHT_OUTSIDE_LIMITS'
  | 'NO_TIER_FOR_WEIGHT'

/** NOT_FOUND if no variant has this id, NOT_AVAILABLE if the variant is not on sale. */
export type UnavailableItemReason = 'NOT_FOUND' | 'NOT_AVAILABLE'

/** The status of a vendor's part of an order. */
export type OrderStatus =
  | 'CONFIRMED'
  | 'ACKNOWLEDGED'
  | 'PARTIALLY_SHIPPED'
  | 'SHIPPED'
  | 'DELIVERED'
  | 'CANCELLED'

/** An action that changes the status of an order. */
export type OrderAction = 'acknowledge' | 'ship' | 'cancel'

/** The reason for the cancellation of an order. */
export type CancelReason =
  | 'OUT_OF_STOCK'
  | 'DISCONTINUED'
  | 'PRICING_ERROR'
  | 'ADDRESS_NOT_SERVICEABLE'
  | 'CUSTOMER_REQUEST'
  | 'OTHER'

/** The order of a list of orders. */
export type OrderSort = 'placedAt' | 'dueAt'

/**
 * What made a change of a product: a request, a bulk update, an import job, a decision or correction
 * of the operator, a decision of an approval rule, or a shipment.
 */
export type HistorySourceType = 'REQUEST' | 'BULK_UPDATE' | 'IMPORT_JOB' | 'MODERATION' | 'RULE' | 'SHIPMENT'

/** A field in the history of a product, or CREATED or DELETED for a whole product or variant. */
export type HistoryField =
  | 'CREATED'
  | 'DELETED'
  | 'name'
  | 'sku'
  | 'slug'
  | 'shortDescription'
  | 'description'
  | 'warranty'
  | 'pageTitle'
  | 'pageDescription'
  | 'brand'
  | 'countryOfOrigin'
  | 'manufacturer'
  | 'leadTime'
  | 'unspc'
  | 'commodityCode'
  | 'eccn'
  | 'freeShipping'
  | 'abilityOne'
  | 'madeInUsa'
  | 'greenProduct'
  | 'keyFeatures'
  | 'attributes'
  | 'accountCode'
  | 'programCode'
  | 'resourceCode'
  | 'videos'
  | 'metadata'
  | 'status'
  | 'pendingRevision'
  | 'moderation'
  | 'categoryIds'
  | 'collectionIds'
  | 'tagIds'
  | 'facetValueIds'
  | 'images'
  | 'documents'
  | 'vendorPrice'
  | 'listPrice'
  | 'upc'
  | 'unitOfMeasure'
  | 'partNumber'
  | 'weight'
  | 'stockOnHand'
  | 'isActive'

/** A field of a product or variant for which a reason template can be offered. */
export type ReasonTemplateField =
  | 'name'
  | 'sku'
  | 'slug'
  | 'shortDescription'
  | 'description'
  | 'warranty'
  | 'pageTitle'
  | 'pageDescription'
  | 'brand'
  | 'countryOfOrigin'
  | 'manufacturer'
  | 'leadTime'
  | 'unspc'
  | 'commodityCode'
  | 'eccn'
  | 'freeShipping'
  | 'abilityOne'
  | 'madeInUsa'
  | 'greenProduct'
  | 'keyFeatures'
  | 'attributes'
  | 'accountCode'
  | 'programCode'
  | 'resourceCode'
  | 'videos'
  | 'metadata'
  | 'categoryIds'
  | 'collectionIds'
  | 'tagIds'
  | 'facetValueIds'
  | 'images'
  | 'documents'
  | 'vendorPrice'
  | 'listPrice'
  | 'upc'
  | 'unitOfMeasure'
  | 'partNumber'
  | 'weight'
  | 'stockOnHand'
  | 'isActive'
  | 'variants'
  | 'categories'
  | 'collections'
  | 'tags'
  | 'facetValues'

/** A field that is not moderated, and whose changes operators can watch. */
export type WatchableField =
  | 'sku'
  | 'slug'
  | 'warranty'
  | 'pageTitle'
  | 'pageDescription'
  | 'brand'
  | 'countryOfOrigin'
  | 'manufacturer'
  | 'leadTime'
  | 'unspc'
  | 'commodityCode'
  | 'eccn'
  | 'freeShipping'
  | 'abilityOne'
  | 'madeInUsa'
  | 'greenProduct'
  | 'keyFeatures'
  | 'accountCode'
  | 'programCode'
  | 'resourceCode'
  | 'videos'
  | 'metadata'
  | 'categoryIds'
  | 'collectionIds'
  | 'tagIds'
  | 'facetValueIds'
  | 'documents'
  | 'vendorPrice'
  | 'listPrice'

/** OPEN: products can have any attributes. STRICT: only those that are defined for their categories. */
export type AttributeMode = 'OPEN' | 'STRICT'

/** What happens to a UPC with a wrong length or check digit. */
export type UpcCheck = 'WARN' | 'REFUSE'

/** The length of the periods of statements. */
export type StatementPeriod = 'MONTH' | 'HALF_MONTH' | 'WEEK'

/** The status of a shipment. */
export type ShipmentStatus = 'SHIPPED' | 'IN_TRANSIT' | 'DELIVERED' | 'CANCELLED'

/**
 * FLAT_RATE charges one rate per country. WEIGHT_BASED charges a base rate plus the rate of the
 * matching weight tier. The default is FLAT_RATE.
 */
export type PricingType = 'FLAT_RATE' | 'WEIGHT_BASED'

/** CLOSED when the period has ended, PAID when the operator has marked the statement as paid. */
export type StatementStatus = 'CLOSED' | 'PAID'

/** Units at cost, a shipping charge, or an amount that the operator has added. */
export type StatementLineKind = 'ITEM' | 'SHIPPING' | 'ADJUSTMENT'

/** The order of a list of vendors. `-` means from high to low. */
export type VendorSort =
  | 'createdAt'
  | '-createdAt'
  | 'name'
  | '-name'
  | 'commissionPercent'
  | '-commissionPercent'
  | 'waiting'
  | '-waiting'
  | 'lateOrders'
  | '-lateOrders'

/** What a webhook delivers: events, or changes of the catalog. Only the operator can choose the second. */
export type WebhookFeed = 'EVENTS' | 'CATALOG_CHANGES'

/**
 * The state of a webhook. While it is `FAILING`, only the first event that was not delivered is sent,
 * with growing pauses.
 */
export type WebhookState = 'HEALTHY' | 'FAILING' | 'STOPPED'

/** Who has stopped a webhook. `RECEIVER`: it has answered with 410. */
export type WebhookStoppedBy = 'OWNER' | 'OPERATOR' | 'RECEIVER'

/**
 * Why a request to a webhook failed. `REDIRECT`, `ACCESS_DENIED` (401, 403), `NOT_FOUND` (404), `GONE`
 * (410), `RECEIVER_ERROR` (408, 429, 5xx) and `REFUSED` (any other 4xx) are about the status of the
 * response. With `PROXY_FAILED`, the proxy of the marketplace could not connect. With
 * `INVALID_RESPONSE`, the response was not HTTP.
 */
export type WebhookFailure =
  | 'REDIRECT'
  | 'ACCESS_DENIED'
  | 'NOT_FOUND'
  | 'GONE'
  | 'REFUSED'
  | 'RECEIVER_ERROR'
  | 'INVALID_REQUEST'
  | 'ADDRESS_NOT_ALLOWED'
  | 'HOST_NOT_FOUND'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'PROXY_FAILED'
  | 'TIMEOUT'
  | 'INVALID_RESPONSE'

/**
 * Why a webhook fails: the reason of an attempt that failed, `SECRET_NOT_READABLE` if its secrets and
 * headers cannot be decrypted, or `TOO_MANY_SET_ASIDE` if 1,000 events are set aside.
 */
export type WebhookFailureReason =
  | 'REDIRECT'
  | 'ACCESS_DENIED'
  | 'NOT_FOUND'
  | 'GONE'
  | 'REFUSED'
  | 'RECEIVER_ERROR'
  | 'INVALID_REQUEST'
  | 'ADDRESS_NOT_ALLOWED'
  | 'HOST_NOT_FOUND'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'PROXY_FAILED'
  | 'TIMEOUT'
  | 'INVALID_RESPONSE'
  | 'SECRET_NOT_READABLE'
  | 'TOO_MANY_SET_ASIDE'

/** The type of a message: the type of an event, `catalog.changed` or `feed.gap`. */
export type WebhookMessageType =
  | 'product.created'
  | 'product.updated'
  | 'product.images_changed'
  | 'product.deleted'
  | 'product.submitted'
  | 'product.approved'
  | 'product.rejected'
  | 'product.revision_staged'
  | 'product.revision_withdrawn'
  | 'product.revision_approved'
  | 'product.revision_rejected'
  | 'product.corrected'
  | 'product.hidden'
  | 'product.change_accepted'
  | 'product.published'
  | 'product.reviewed'
  | 'product.bulk_updated'
  | 'import_job.queued'
  | 'import_job.completed'
  | 'import_job.cancelled'
  | 'import_job.failed'
  | 'order.placed'
  | 'order.acknowledged'
  | 'order.cancelled'
  | 'order.late'
  | 'shipment.created'
  | 'shipment.updated'
  | 'shipment.delivered'
  | 'shipment.cancelled'
  | 'statement.closed'
  | 'statement.paid'
  | 'statement.adjusted'
  | 'shipping_method.created'
  | 'shipping_method.updated'
  | 'shipping_method.deleted'
  | 'vendor.created'
  | 'vendor.updated'
  | 'member.created'
  | 'member.invited'
  | 'member.invitation_withdrawn'
  | 'member.joined'
  | 'member.updated'
  | 'member.role_changed'
  | 'member.removed'
  | 'member.password_changed'
  | 'member.reset_issued'
  | 'member.password_reset'
  | 'api_token.created'
  | 'api_token.deleted'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.failing'
  | 'webhook.still_failing'
  | 'webhook.recovered'
  | 'webhook.stopped'
  | 'webhook.started'
  | 'webhook.event_dropped'
  | 'category.created'
  | 'category.updated'
  | 'category.deleted'
  | 'category.merged'
  | 'collection.created'
  | 'collection.updated'
  | 'collection.deleted'
  | 'collection.merged'
  | 'tag.created'
  | 'tag.updated'
  | 'tag.deleted'
  | 'tag.merged'
  | 'facet.created'
  | 'facet.updated'
  | 'facet.deleted'
  | 'facet_value.created'
  | 'facet_value.updated'
  | 'facet_value.deleted'
  | 'facet_value.merged'
  | 'attribute.created'
  | 'attribute.updated'
  | 'attribute.deleted'
  | 'approval_rule.created'
  | 'approval_rule.updated'
  | 'approval_rule.deleted'
  | 'approval_rule.reordered'
  | 'reason_template.created'
  | 'reason_template.updated'
  | 'reason_template.deleted'
  | 'settings.updated'
  | 'catalog.changed'
  | 'feed.gap'

/** The fields of all events that are posted to webhooks. Further fields can be added. */
export interface WebhookEventBase {
  /** The id of the event, and the header webhook-id. In replays, it ends with -r1, -r2 and so on. */
  id: string
  /** When it happened. */
  timestamp: Timestamp
  /** The vendor that the event belongs to. Only in requests to webhooks of the operator. */
  vendorId?: string | null
  /** The position in the feed. */
  sequence: number
  /** Send it to the feed as `after` to read the events after this one. */
  cursor: string
  /** The resource that changed. */
  subject: {
    /** The kind of the resource. */
    type: string
    /** The id of the resource. */
    id: string | null
  }
  /** The names of the fields that changed. */
  changedFields: string[]
  actor: EventActor
  /** The resource in the API; null if it was deleted or has no endpoint of its own. */
  url: string | null
  /** Only in replays: the id of the event. */
  replayOf?: string
  /** Further values, which depend on the type. */
  details: Record<string, unknown>
}

/** A product was created. */
export type ProductCreatedEvent = WebhookEventBase & {
  type: 'product.created'
  details: {
    /** The SKU. */
    sku: string
  }
}

/** Fields of a product were changed. */
export type ProductUpdatedEvent = WebhookEventBase & {
  type: 'product.updated'
}

/** The live images of a product were changed. */
export type ProductImagesChangedEvent = WebhookEventBase & {
  type: 'product.images_changed'
}

/** A product was deleted. */
export type ProductDeletedEvent = WebhookEventBase & {
  type: 'product.deleted'
  details: {
    /** The SKU. */
    sku: string
  }
}

/** A rejected product was submitted for approval again. */
export type ProductSubmittedEvent = WebhookEventBase & {
  type: 'product.submitted'
}

/** A new product was approved and published. */
export type ProductApprovedEvent = WebhookEventBase & {
  type: 'product.approved'
  details: {
    /** The id of the approval rule that decided. */
    ruleId?: string
    /** The name of the approval rule that decided. */
    ruleName?: string
  }
}

/** A new product was rejected. */
export type ProductRejectedEvent = WebhookEventBase & {
  type: 'product.rejected'
  details: {
    /** The texts of all reasons, one on each line. */
    reason?: string
    /** The id of the approval rule that decided. */
    ruleId?: string
    /** The name of the approval rule that decided. */
    ruleName?: string
  }
}

/** Edits of a live product were staged for approval. */
export type ProductRevisionStagedEvent = WebhookEventBase & {
  type: 'product.revision_staged'
}

/** Staged edits were withdrawn. */
export type ProductRevisionWithdrawnEvent = WebhookEventBase & {
  type: 'product.revision_withdrawn'
}

/** Staged edits were approved and published. */
export type ProductRevisionApprovedEvent = WebhookEventBase & {
  type: 'product.revision_approved'
  details: {
    /** The id of the approval rule that decided. */
    ruleId?: string
    /** The name of the approval rule that decided. */
    ruleName?: string
  }
}

/** Staged edits were rejected. */
export type ProductRevisionRejectedEvent = WebhookEventBase & {
  type: 'product.revision_rejected'
  details: {
    /** The texts of all reasons, one on each line. */
    reason?: string
    /** The id of the approval rule that decided. */
    ruleId?: string
    /** The name of the approval rule that decided. */
    ruleName?: string
  }
}

/** The operator corrected values that wait for approval. */
export type ProductCorrectedEvent = WebhookEventBase & {
  type: 'product.corrected'
  details: {
    /** PRODUCT if it is a new product, REVISION if its staged edits were corrected. */
    target: string
  }
}

/** A published product was hidden from the storefront. */
export type ProductHiddenEvent = WebhookEventBase & {
  type: 'product.hidden'
  details: {
    /** The texts of all reasons, one on each line. */
    reason?: string
  }
}

/** Changes of watched fields were accepted. */
export type ProductChangeAcceptedEvent = WebhookEventBase & {
  type: 'product.change_accepted'
  details: {
    /** The version of the accepted changes. */
    version: number
  }
}

/** A hidden product was published again. */
export type ProductPublishedEvent = WebhookEventBase & {
  type: 'product.published'
}

/** A customer review was added. */
export type ProductReviewedEvent = WebhookEventBase & {
  type: 'product.reviewed'
  details: {
    /** The rating, from 1 to 5. */
    rating: number
  }
}

/** A bulk update changed products. */
export type ProductBulkUpdatedEvent = WebhookEventBase & {
  type: 'product.bulk_updated'
  details: {
    /** The number of items that changed something. */
    updated: number
    /** The number of items that changed nothing. */
    unchanged: number
    /** The number of items that failed. */
    failed: number
  }
}

/** A bulk upload was received. */
export type ImportJobQueuedEvent = WebhookEventBase & {
  type: 'import_job.queued'
  details: {
    /** The number of submitted items. */
    itemsTotal: number
    /** True if the job only checked the items. */
    dryRun: boolean
  }
}

/** A bulk upload has ended. */
export type ImportJobCompletedEvent = WebhookEventBase & {
  type: 'import_job.completed'
  details: {
    /** The status of the job. */
    status: string
    /** The number of submitted items. */
    itemsTotal: number
    /** The number of items that created a product. */
    itemsCreated: number
    /** The number of items that updated a product. */
    itemsUpdated: number
    /** The number of items that were skipped because the product exists. */
    itemsSkipped: number
    /** The number of items that failed. */
    itemsFailed: number
    /** The number of items that were not processed because the job was cancelled. */
    itemsCancelled: number
    /** The number of images. */
    imagesTotal: number
    /** The number of images that were downloaded. */
    imagesFetched: number
    /** The number of images that could not be downloaded. */
    imagesFailed: number
    /** True if the job only checked the items. */
    dryRun: boolean
  }
}

/** A bulk upload was cancelled. */
export type ImportJobCancelledEvent = WebhookEventBase & {
  type: 'import_job.cancelled'
  details: {
    /** The status of the job. */
    status: string
    /** The number of submitted items. */
    itemsTotal: number
    /** The number of items that created a product. */
    itemsCreated: number
    /** The number of items that updated a product. */
    itemsUpdated: number
    /** The number of items that were skipped because the product exists. */
    itemsSkipped: number
    /** The number of items that failed. */
    itemsFailed: number
    /** The number of items that were not processed because the job was cancelled. */
    itemsCancelled: number
    /** The number of images. */
    imagesTotal: number
    /** The number of images that were downloaded. */
    imagesFetched: number
    /** The number of images that could not be downloaded. */
    imagesFailed: number
    /** True if the job only checked the items. */
    dryRun: boolean
  }
}

/** A bulk upload has failed. */
export type ImportJobFailedEvent = WebhookEventBase & {
  type: 'import_job.failed'
  details: {
    /** The status of the job. */
    status: string
    /** The number of submitted items. */
    itemsTotal: number
    /** The number of items that created a product. */
    itemsCreated: number
    /** The number of items that updated a product. */
    itemsUpdated: number
    /** The number of items that were skipped because the product exists. */
    itemsSkipped: number
    /** The number of items that failed. */
    itemsFailed: number
    /** The number of items that were not processed because the job was cancelled. */
    itemsCancelled: number
    /** The number of images. */
    imagesTotal: number
    /** The number of images that were downloaded. */
    imagesFetched: number
    /** The number of images that could not be downloaded. */
    imagesFailed: number
    /** True if the job only checked the items. */
    dryRun: boolean
  }
}

/** A customer placed an order. */
export type OrderPlacedEvent = WebhookEventBase & {
  type: 'order.placed'
  details: {
    /** The number of the customer's order. */
    orderNumber: string
    /** The number of the purchase order. */
    poNumber: string
  }
}

/** The vendor acknowledged an order. */
export type OrderAcknowledgedEvent = WebhookEventBase & {
  type: 'order.acknowledged'
}

/** Quantities of an order were cancelled. */
export type OrderCancelledEvent = WebhookEventBase & {
  type: 'order.cancelled'
  details: {
    /** The reason for the cancellation. */
    reason: string
    /** The cancelled quantity, over all items. */
    quantity: number
    /** The status of the order after the change. */
    status: string
  }
}

/** A deadline of an order has passed. */
export type OrderLateEvent = WebhookEventBase & {
  type: 'order.late'
  details: {
    /** ACKNOWLEDGE or SHIP. */
    deadline: string
    /** The deadline. */
    dueAt: string
    /** The number of the customer's order. */
    orderNumber: string
    /** The number of the purchase order. */
    poNumber: string
  }
}

/** A shipment was created. */
export type ShipmentCreatedEvent = WebhookEventBase & {
  type: 'shipment.created'
  details: {
    /** The id of the order. */
    orderId: string
    /** The status of the order after the change. */
    orderStatus: string
    /** The shipped quantity, over all items. */
    quantity: number
  }
}

/** A shipment was updated. */
export type ShipmentUpdatedEvent = WebhookEventBase & {
  type: 'shipment.updated'
  details: {
    /** The id of the order. */
    orderId: string
    /** The status of the order after the change. */
    orderStatus: string
    /** The status of the shipment. */
    status: string
  }
}

/** A shipment was delivered. */
export type ShipmentDeliveredEvent = WebhookEventBase & {
  type: 'shipment.delivered'
  details: {
    /** The id of the order. */
    orderId: string
    /** The status of the order after the change. */
    orderStatus: string
    /** The status of the shipment. */
    status: string
  }
}

/** A shipment was cancelled. */
export type ShipmentCancelledEvent = WebhookEventBase & {
  type: 'shipment.cancelled'
  details: {
    /** The id of the order. */
    orderId: string
    /** The status of the order after the change. */
    orderStatus: string
    /** The status of the shipment. */
    status: string
  }
}

/** A statement was closed because its period has ended. */
export type StatementClosedEvent = WebhookEventBase & {
  type: 'statement.closed'
  details: {
    /** The number of the statement. */
    number: number
    /** The currency of the statement. */
    currency: string
    /** The closing balance, a decimal. */
    closingBalance: string
  }
}

/** A statement was marked as paid. */
export type StatementPaidEvent = WebhookEventBase & {
  type: 'statement.paid'
  details: {
    /** The number of the statement. */
    number: number
    /** The currency of the statement. */
    currency: string
    /** The reference of the payment. */
    reference: string
  }
}

/** The operator has adjusted what a vendor is owed. */
export type StatementAdjustedEvent = WebhookEventBase & {
  type: 'statement.adjusted'
  details: {
    /** The amount, a decimal. */
    amount: string
    /** The currency of the amount. */
    currency: string
    /** The reason. */
    reason: string
  }
}

/** A shipping method was created. */
export type ShippingMethodCreatedEvent = WebhookEventBase & {
  type: 'shipping_method.created'
}

/** A shipping method was updated. */
export type ShippingMethodUpdatedEvent = WebhookEventBase & {
  type: 'shipping_method.updated'
}

/** A shipping method was deleted. */
export type ShippingMethodDeletedEvent = WebhookEventBase & {
  type: 'shipping_method.deleted'
}

/** A vendor was created. */
export type VendorCreatedEvent = WebhookEventBase & {
  type: 'vendor.created'
}

/** The profile of a vendor was updated. */
export type VendorUpdatedEvent = WebhookEventBase & {
  type: 'vendor.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** The first operator was created. */
export type MemberCreatedEvent = WebhookEventBase & {
  type: 'member.created'
  details: {
    /** The name of the person. */
    name: string
    /** The role. */
    role: string
  }
}

/** Someone was invited to a team. */
export type MemberInvitedEvent = WebhookEventBase & {
  type: 'member.invited'
  details: {
    /** The name of the person. */
    name: string
    /** The role. */
    role: string
  }
}

/** An invitation was withdrawn. */
export type MemberInvitationWithdrawnEvent = WebhookEventBase & {
  type: 'member.invitation_withdrawn'
  details: {
    /** The name of the person. */
    name: string
    /** The role. */
    role: string
  }
}

/** Someone accepted an invitation. */
export type MemberJoinedEvent = WebhookEventBase & {
  type: 'member.joined'
  details: {
    /** The role. */
    role: string
  }
}

/** A member was renamed. */
export type MemberUpdatedEvent = WebhookEventBase & {
  type: 'member.updated'
  details: {
    /** The name of the person. */
    name: string
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** The role of a member was changed. */
export type MemberRoleChangedEvent = WebhookEventBase & {
  type: 'member.role_changed'
  details: {
    /** The name of the person. */
    name: string
    /** The role before the change. */
    from: string
    /** The role after the change. */
    to: string
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A member was removed from a team. */
export type MemberRemovedEvent = WebhookEventBase & {
  type: 'member.removed'
  details: {
    /** The name of the person. */
    name: string
    /** The role. */
    role: string
  }
}

/** A user changed their password. */
export type MemberPasswordChangedEvent = WebhookEventBase & {
  type: 'member.password_changed'
}

/** A password reset was created for a member. */
export type MemberResetIssuedEvent = WebhookEventBase & {
  type: 'member.reset_issued'
  details: {
    /** The name of the person. */
    name: string
  }
}

/** A password was set with a reset token. */
export type MemberPasswordResetEvent = WebhookEventBase & {
  type: 'member.password_reset'
}

/** An API token was created. */
export type ApiTokenCreatedEvent = WebhookEventBase & {
  type: 'api_token.created'
  details: {
    /** The name. */
    name: string
    /** The role. */
    role: string
  }
}

/** An API token was deleted. */
export type ApiTokenDeletedEvent = WebhookEventBase & {
  type: 'api_token.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** A webhook was created. */
export type WebhookCreatedEvent = WebhookEventBase & {
  type: 'webhook.created'
  details: {
    /** The host of the URL. */
    host: string
  }
}

/** A webhook was updated. */
export type WebhookUpdatedEvent = WebhookEventBase & {
  type: 'webhook.updated'
}

/** A webhook was deleted. */
export type WebhookDeletedEvent = WebhookEventBase & {
  type: 'webhook.deleted'
  details: {
    /** The host of the URL. */
    host: string
  }
}

/** The receiver of a webhook has begun to fail. */
export type WebhookFailingEvent = WebhookEventBase & {
  type: 'webhook.failing'
  details: {
    /** Why the attempt failed. */
    reason: string
    /** The status of the last answer; null if there was none. */
    answerStatus: number | null
  }
}

/** The receiver of a webhook has failed for an hour, or for three days. */
export type WebhookStillFailingEvent = WebhookEventBase & {
  type: 'webhook.still_failing'
  details: {
    /** Since when the receiver fails. */
    failingSince: string
    /** For how many hours at least: 1 or 72. */
    hours: number
  }
}

/** A failing webhook delivers again. */
export type WebhookRecoveredEvent = WebhookEventBase & {
  type: 'webhook.recovered'
  details: {
    /** Since when the receiver had failed. */
    failingSince: string
  }
}

/** A webhook was stopped. */
export type WebhookStoppedEvent = WebhookEventBase & {
  type: 'webhook.stopped'
  details: {
    /** OWNER, OPERATOR or RECEIVER. */
    by: string
    /** The reason that the operator has given. */
    reason?: string
  }
}

/** A stopped webhook was started. */
export type WebhookStartedEvent = WebhookEventBase & {
  type: 'webhook.started'
}

/** A receiver has refused an event for a day, so it is no longer delivered. */
export type WebhookEventDroppedEvent = WebhookEventBase & {
  type: 'webhook.event_dropped'
  details: {
    /** The id of the refused event. */
    eventId: string
    /** The type of the refused event. */
    eventType: string
    /** The status of the last answer; null if there was none. */
    answerStatus: number | null
  }
}

/** A category was created. */
export type CategoryCreatedEvent = WebhookEventBase & {
  type: 'category.created'
  details: {
    /** The name. */
    name: string
  }
}

/** A category was updated. */
export type CategoryUpdatedEvent = WebhookEventBase & {
  type: 'category.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A category was deleted. */
export type CategoryDeletedEvent = WebhookEventBase & {
  type: 'category.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** A category was merged into another one. */
export type CategoryMergedEvent = WebhookEventBase & {
  type: 'category.merged'
  details: {
    /** The name. */
    name: string
    /** The id of the other one, which has its products from now on. */
    intoId: string
    /** The name of the other one. */
    intoName: string
  }
}

/** A collection was created. */
export type CollectionCreatedEvent = WebhookEventBase & {
  type: 'collection.created'
  details: {
    /** The name. */
    name: string
  }
}

/** A collection was updated. */
export type CollectionUpdatedEvent = WebhookEventBase & {
  type: 'collection.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A collection was deleted. */
export type CollectionDeletedEvent = WebhookEventBase & {
  type: 'collection.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** A collection was merged into another one. */
export type CollectionMergedEvent = WebhookEventBase & {
  type: 'collection.merged'
  details: {
    /** The name. */
    name: string
    /** The id of the other one, which has its products from now on. */
    intoId: string
    /** The name of the other one. */
    intoName: string
  }
}

/** A tag was created. */
export type TagCreatedEvent = WebhookEventBase & {
  type: 'tag.created'
  details: {
    /** The name. */
    name: string
  }
}

/** A tag was updated. */
export type TagUpdatedEvent = WebhookEventBase & {
  type: 'tag.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A tag was deleted. */
export type TagDeletedEvent = WebhookEventBase & {
  type: 'tag.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** A tag was merged into another one. */
export type TagMergedEvent = WebhookEventBase & {
  type: 'tag.merged'
  details: {
    /** The name. */
    name: string
    /** The id of the other one, which has its products from now on. */
    intoId: string
    /** The name of the other one. */
    intoName: string
  }
}

/** A facet was created. */
export type FacetCreatedEvent = WebhookEventBase & {
  type: 'facet.created'
  details: {
    /** The name. */
    name: string
  }
}

/** A facet was updated. */
export type FacetUpdatedEvent = WebhookEventBase & {
  type: 'facet.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A facet was deleted. */
export type FacetDeletedEvent = WebhookEventBase & {
  type: 'facet.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** A value of a facet was created. */
export type FacetValueCreatedEvent = WebhookEventBase & {
  type: 'facet_value.created'
  details: {
    /** The name. */
    name: string
    /** The id of the facet. */
    facetId: string
  }
}

/** A value of a facet was updated. */
export type FacetValueUpdatedEvent = WebhookEventBase & {
  type: 'facet_value.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A value of a facet was deleted. */
export type FacetValueDeletedEvent = WebhookEventBase & {
  type: 'facet_value.deleted'
  details: {
    /** The name. */
    name: string
    /** The id of the facet. */
    facetId: string
  }
}

/** A value of a facet was merged into another one. */
export type FacetValueMergedEvent = WebhookEventBase & {
  type: 'facet_value.merged'
  details: {
    /** The name. */
    name: string
    /** The id of the other one, which has its products from now on. */
    intoId: string
    /** The name of the other one. */
    intoName: string
    /** The id of the facet. */
    facetId: string
  }
}

/** An attribute was created. */
export type AttributeCreatedEvent = WebhookEventBase & {
  type: 'attribute.created'
  details: {
    /** The code. */
    code: string
  }
}

/** An attribute was updated. */
export type AttributeUpdatedEvent = WebhookEventBase & {
  type: 'attribute.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** An attribute was deleted. */
export type AttributeDeletedEvent = WebhookEventBase & {
  type: 'attribute.deleted'
  details: {
    /** The code. */
    code: string
  }
}

/** An approval rule was created. */
export type ApprovalRuleCreatedEvent = WebhookEventBase & {
  type: 'approval_rule.created'
  details: {
    /** The name. */
    name: string
  }
}

/** An approval rule was updated. */
export type ApprovalRuleUpdatedEvent = WebhookEventBase & {
  type: 'approval_rule.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** An approval rule was deleted. */
export type ApprovalRuleDeletedEvent = WebhookEventBase & {
  type: 'approval_rule.deleted'
  details: {
    /** The name. */
    name: string
  }
}

/** The order of the approval rules was changed. */
export type ApprovalRuleReorderedEvent = WebhookEventBase & {
  type: 'approval_rule.reordered'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A reason template was created. */
export type ReasonTemplateCreatedEvent = WebhookEventBase & {
  type: 'reason_template.created'
  details: {
    /** The code. */
    code: string
  }
}

/** A reason template was updated. */
export type ReasonTemplateUpdatedEvent = WebhookEventBase & {
  type: 'reason_template.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A reason template was deleted. */
export type ReasonTemplateDeletedEvent = WebhookEventBase & {
  type: 'reason_template.deleted'
  details: {
    /** The code. */
    code: string
  }
}

/** The settings of the marketplace were updated. */
export type SettingsUpdatedEvent = WebhookEventBase & {
  type: 'settings.updated'
  details: {
    /** The changed fields with their values before and after the change. */
    changes?: Array<{
      /** The name of the field. */
      field: string
      /** The value before the change. It is missing if its JSON has more than 4,000 characters. */
      from?: unknown
      /** The value after the change. It is missing if its JSON has more than 4,000 characters. */
      to?: unknown
    }>
  }
}

/** A product, vendor or category of the storefront has changed. Read it again. */
export type CatalogChangedEvent = WebhookEventBase & {
  type: 'catalog.changed'
  details: {
    /** The slug of the product; null for others. */
    slug: string | null
    /** True if the storefront shows the product now, if the vendor is active, or if the category exists. */
    isVisible: boolean
  }
}

/** Events may be missing. Read the lists again that `details.readAgain` names. */
export type FeedGapEvent = WebhookEventBase & {
  type: 'feed.gap'
  details: {
    /** RETENTION: events were deleted because of their age. RESTORE: the database was restored. */
    reason: string
    /** The URLs of the lists to read again, separated by spaces. */
    readAgain: string
  }
}

/** The body of a request to a webhook. `type` says what happened. Further types can be added. */
export type WebhookEvent =
  | ProductCreatedEvent
  | ProductUpdatedEvent
  | ProductImagesChangedEvent
  | ProductDeletedEvent
  | ProductSubmittedEvent
  | ProductApprovedEvent
  | ProductRejectedEvent
  | ProductRevisionStagedEvent
  | ProductRevisionWithdrawnEvent
  | ProductRevisionApprovedEvent
  | ProductRevisionRejectedEvent
  | ProductCorrectedEvent
  | ProductHiddenEvent
  | ProductChangeAcceptedEvent
  | ProductPublishedEvent
  | ProductReviewedEvent
  | ProductBulkUpdatedEvent
  | ImportJobQueuedEvent
  | ImportJobCompletedEvent
  | ImportJobCancelledEvent
  | ImportJobFailedEvent
  | OrderPlacedEvent
  | OrderAcknowledgedEvent
  | OrderCancelledEvent
  | OrderLateEvent
  | ShipmentCreatedEvent
  | ShipmentUpdatedEvent
  | ShipmentDeliveredEvent
  | ShipmentCancelledEvent
  | StatementClosedEvent
  | StatementPaidEvent
  | StatementAdjustedEvent
  | ShippingMethodCreatedEvent
  | ShippingMethodUpdatedEvent
  | ShippingMethodDeletedEvent
  | VendorCreatedEvent
  | VendorUpdatedEvent
  | MemberCreatedEvent
  | MemberInvitedEvent
  | MemberInvitationWithdrawnEvent
  | MemberJoinedEvent
  | MemberUpdatedEvent
  | MemberRoleChangedEvent
  | MemberRemovedEvent
  | MemberPasswordChangedEvent
  | MemberResetIssuedEvent
  | MemberPasswordResetEvent
  | ApiTokenCreatedEvent
  | ApiTokenDeletedEvent
  | WebhookCreatedEvent
  | WebhookUpdatedEvent
  | WebhookDeletedEvent
  | WebhookFailingEvent
  | WebhookStillFailingEvent
  | WebhookRecoveredEvent
  | WebhookStoppedEvent
  | WebhookStartedEvent
  | WebhookEventDroppedEvent
  | CategoryCreatedEvent
  | CategoryUpdatedEvent
  | CategoryDeletedEvent
  | CategoryMergedEvent
  | CollectionCreatedEvent
  | CollectionUpdatedEvent
  | CollectionDeletedEvent
  | CollectionMergedEvent
  | TagCreatedEvent
  | TagUpdatedEvent
  | TagDeletedEvent
  | TagMergedEvent
  | FacetCreatedEvent
  | FacetUpdatedEvent
  | FacetDeletedEvent
  | FacetValueCreatedEvent
  | FacetValueUpdatedEvent
  | FacetValueDeletedEvent
  | FacetValueMergedEvent
  | AttributeCreatedEvent
  | AttributeUpdatedEvent
  | AttributeDeletedEvent
  | ApprovalRuleCreatedEvent
  | ApprovalRuleUpdatedEvent
  | ApprovalRuleDeletedEvent
  | ApprovalRuleReorderedEvent
  | ReasonTemplateCreatedEvent
  | ReasonTemplateUpdatedEvent
  | ReasonTemplateDeletedEvent
  | SettingsUpdatedEvent
  | CatalogChangedEvent
  | FeedGapEvent
