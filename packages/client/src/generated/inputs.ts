// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

import type {
  ApprovalRuleDecision,
  AttributeType,
  ClaimFilter,
  EntryKind,
  EventType,
  HistoryField,
  HistorySourceType,
  ImageMetadata,
  ImportItemStatus,
  ImportJobStatus,
  OrderSort,
  OrderStatus,
  ProductSort,
  ProductStatus,
  QueueSort,
  ReasonTemplateField,
  ShipmentStatus,
  Side,
  SnapshotDecision,
  StatementStatus,
  Timestamp,
  VendorSort,
  VendorTrust,
  WebhookState
} from './schemas.ts'

/** The query of `purveyor.auth.refreshSession`. */
export interface RefreshSessionQuery {
  /** The side whose cookie is used. */
  side: Side
}

/** The query of `purveyor.auth.endSession`. */
export interface EndSessionQuery {
  /** The side whose cookie is used. */
  side: Side
}

/** The form of `purveyor.profile.setLogo`. */
export interface SetLogoForm {
  /** A file of at most 10 MiB. */
  file: Blob
}

/** The query of `purveyor.categories.list`. */
export interface ListCategoriesQuery {
  /** Part of a name or slug. */
  search?: string | undefined
}

/** The query of `purveyor.products.list`. */
export interface ListProductsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100, or 500 with view=row. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100, or 500 with view=row. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  status?: ProductStatus | undefined
  /** True for products with staged edits that wait for approval, false for others. */
  hasPendingRevision?: boolean | undefined
  /** True for products that are PENDING_APPROVAL or have staged edits, false for others. */
  needsModeration?: boolean | undefined
  /**
   * True for products that were rejected (DRAFT), and for live products with rejected edits that the
   * vendor hasn't replaced yet; false for others.
   */
  isRejected?: boolean | undefined
  /**
   * True for products that lack attributes which their categories require, or whose values are not
   * valid; false for others.
   */
  hasAttributeIssues?: boolean | undefined
  /** Products with an active variant of which at most this many pieces are available. */
  maxStockAvailable?: number | undefined
  /**
   * Matches words, or their beginnings, in the name, brand, SKUs, part numbers and UPCs. All words must
   * match.
   */
  search?: string | undefined
  /** Products in this category or one of its descendants. */
  categoryId?: string | undefined
  /** Products with exactly this SKU, or with a variant that has it. */
  sku?: string | undefined
  /** Products created by this bulk upload (its queue_id). */
  bulkImportJobId?: string | undefined
  /** Products that were changed, or have a variant that was changed, after this time. */
  updatedAfter?: Date | Timestamp | undefined
  /**
   * The order of the list, instead of newest first: by the time of the last change, the name (without
   * case and accents), the product's SKU, the lowest retail price of its variants, or their stock on
   * hand together. `-` reverses the order. Products without a price are last in both directions.
   */
  sort?: ProductSort | undefined
}

/** The form of `purveyor.products.addImage`. */
export interface AddProductImageForm {
  /** A file of at most 10 MiB. */
  file: Blob
  /** Alternative text that describes the image. */
  alt?: string
  /**
   * Images are sorted by this number. An image that is inserted moves the later ones. The default is the
   * end.
   */
  sortOrder?: number
  /** Makes this the primary image. A product with images has exactly one, by default the first. */
  isPrimary?: boolean
  variantId?: string
}

/** The form of `purveyor.products.replaceImages`. */
export interface ReplaceProductImagesForm {
  /** New images. */
  images?: Blob[]
  /** The complete new set, in order. If it is omitted, the new set consists of the files, in order. */
  metadata?: ImageMetadata[]
}

/** The query of `purveyor.products.reviews`. */
export interface ListProductReviewsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.products.history`. */
export interface ListProductHistoryQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Changes of this field. */
  field?: HistoryField | undefined
  /** Changes of this variant. */
  variantId?: string | undefined
  /** Changes made by this kind of source. */
  source?: HistorySourceType | undefined
  /** Changes made after this time. */
  occurredAfter?: Date | Timestamp | undefined
  /** Changes made before this time. */
  occurredBefore?: Date | Timestamp | undefined
}

/** The query of `purveyor.products.export`. */
export interface ExportProductsQuery {
  /** The page size when paging forward. The default is 100, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.templates.get`. */
export interface GetTemplateQuery {
  /** The ids of up to 50 categories, separated by commas. */
  categoryIds?: string | undefined
  /**
   * True if the template contains the vendor's products in the categories and in those below them, or
   * all products without `categoryIds`. The default is false.
   */
  withProducts?: boolean | undefined
}

/** The query of `purveyor.importJobs.list`. */
export interface ListImportJobsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  status?: ImportJobStatus | undefined
  /**
   * True for jobs that have ended with failed items and have been neither retried nor corrected by an
   * upload with `retry_of`, false for others. Dry runs never need a retry.
   */
  needsRetry?: boolean | undefined
}

/** The query of `purveyor.importJobs.get`. */
export interface GetImportJobQuery {
  /**
   * The number of seconds to wait for the end of the job. Values above 25 count as 25. The server may
   * respond earlier if many requests are waiting.
   */
  wait?: number | undefined
}

/** The query of `purveyor.importJobs.items`. */
export interface ListImportItemsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Items with this status. */
  status?: ImportItemStatus | undefined
  /** Only items with warnings about their values, not about their images. */
  hasWarnings?: true | undefined
}

/** The query of `purveyor.importJobs.report`. */
export interface GetImportReportQuery {
  /** Items with this status. */
  status?: ImportItemStatus | undefined
}

/** The query of `purveyor.orders.list`. */
export interface ListOrdersQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Orders in this status. */
  status?: OrderStatus | undefined
  /**
   * Matches words, or their beginnings, in the order number, the PO number and the SKUs. All words must
   * match.
   */
  search?: string | undefined
  /** Orders placed after this time. */
  placedAfter?: Date | Timestamp | undefined
  /** Orders placed before this time. */
  placedBefore?: Date | Timestamp | undefined
  /** Orders changed after this time. */
  updatedAfter?: Date | Timestamp | undefined
  /** Only orders that are late (`isLate`), or with false only orders that are not. */
  late?: boolean | undefined
  /** Orders with a `dueAt` before this time. */
  dueBefore?: Date | Timestamp | undefined
  /**
   * With `dueAt`, the list has only orders whose `dueAt` is not null, and those that are due first come
   * first. The default is `placedAt`, newest first.
   */
  sort?: OrderSort | undefined
}

/** The query of `purveyor.orders.packingSlips`. */
export interface GetPackingSlipsQuery {
  /**
   * The ids of 1 to 100 orders, in the order of the pages. Separate them by commas, or repeat the
   * parameter. No id may be repeated.
   */
  ids: string[]
}

/** The query of `purveyor.purchaseOrders.list`. */
export interface ListPurchaseOrdersQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Orders in this status. */
  status?: OrderStatus | undefined
  /**
   * Matches words, or their beginnings, in the order number, the PO number and the SKUs. All words must
   * match.
   */
  search?: string | undefined
  /** Orders placed after this time. */
  placedAfter?: Date | Timestamp | undefined
  /** Orders placed before this time. */
  placedBefore?: Date | Timestamp | undefined
  /** Orders changed after this time. */
  updatedAfter?: Date | Timestamp | undefined
  /** Only orders that are late (`isLate`), or with false only orders that are not. */
  late?: boolean | undefined
  /** Orders with a `dueAt` before this time. */
  dueBefore?: Date | Timestamp | undefined
  /**
   * With `dueAt`, the list has only orders whose `dueAt` is not null, and those that are due first come
   * first. The default is `placedAt`, newest first.
   */
  sort?: OrderSort | undefined
}

/** The query of `purveyor.shipments.list`. */
export interface ListShipmentsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Shipments of this order. */
  orderId?: string | undefined
  /** Shipments in this status. */
  status?: ShipmentStatus | undefined
  /**
   * Matches words, or their beginnings, in the tracking number, or in the order number, the PO number
   * and the SKUs of the order. All words must match, either in the tracking number or in the order.
   */
  search?: string | undefined
  /** Shipments whose shippedAt is after this time. */
  shippedAfter?: Date | Timestamp | undefined
  /** Shipments whose shippedAt is before this time. */
  shippedBefore?: Date | Timestamp | undefined
  /** Shipments changed after this time. */
  updatedAfter?: Date | Timestamp | undefined
}

/** The query of `purveyor.statements.list`. */
export interface ListStatementsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  status?: StatementStatus | undefined
}

/** The query of `purveyor.statements.openLines`. */
export interface ListOpenStatementLinesQuery {
  /** The page size when paging forward. The default is 100, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.statements.lines`. */
export interface ListStatementLinesQuery {
  /** The page size when paging forward. The default is 100, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.events.list`. */
export interface ListEventsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Events of this type. */
  type?: EventType | undefined
  /** Events of the resource with this id. */
  subjectId?: string | undefined
  /** Events of this product. */
  productId?: string | undefined
  /** Events of changes that this user or API token made. */
  actorId?: string | undefined
  /** Events after this time. */
  occurredAfter?: Date | Timestamp | undefined
  /** Events before this time. */
  occurredBefore?: Date | Timestamp | undefined
  /**
   * If the page would be empty: the number of seconds to wait for the first row. If too many requests
   * are waiting, the response is sent immediately, with the header Retry-After.
   */
  wait?: number | undefined
}

/** The query of `purveyor.webhooks.failedAttempts`. */
export interface ListWebhookFailedAttemptsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.webhooks.setAsideEvents`. */
export interface ListWebhookSetAsideEventsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.statistics.get`. */
export interface GetVendorStatisticsQuery {
  /** How many days the statistics cover, including today. The default is 30. */
  days?: number | undefined
  /** Variants of which at most this many pieces are available count as low. The default is 5. */
  lowStock?: number | undefined
}

/** The query of `purveyor.platform.moderation.list`. */
export interface ListModerationQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Only entries of this product. */
  productId?: string | undefined
  /** Only products of this vendor. */
  vendorId?: string | undefined
  kind?: EntryKind | undefined
  /** Only products created by this bulk upload. */
  importJobId?: string | undefined
  /** Only products in this category or in a category below it. */
  categoryId?: string | undefined
  /**
   * Only entries that you have claimed (me), that someone else has claimed (others), or that no one has
   * claimed (none). Expired claims do not count.
   */
  claimed?: ClaimFilter | undefined
  /** Only entries that are samples of an approval rule (true), or only those that are not (false). */
  isSample?: boolean | undefined
  /** Only changes of watched fields in this change set. */
  changeSetId?: string | undefined
  /** Only changes of watched fields that are in a change set (true), or only the other entries (false). */
  inChangeSet?: boolean | undefined
  /**
   * The order: age (the default) is oldest first. vendor is by the name of the vendor, and oldest first
   * for each vendor.
   */
  sort?: QueueSort | undefined
}

/** The query of `purveyor.platform.moderation.statistics`. */
export interface GetModerationStatisticsQuery {
  /** How many days the statistics cover, including today. The default is 30. */
  days?: number | undefined
}

/** The query of `purveyor.platform.moderation.snapshots`. */
export interface ListModerationSnapshotsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Decisions on this product. */
  productId?: string | undefined
  /** Decisions on products of this vendor. */
  vendorId?: string | undefined
  kind?: EntryKind | undefined
  decision?: SnapshotDecision | undefined
  /** Decisions that this approval rule made. */
  ruleId?: string | undefined
  /** Decisions by people, or by approval rules. */
  decidedBy?: 'people' | 'rules' | undefined
  /** True for decisions on samples of a rule, false for all others. */
  isSample?: boolean | undefined
  /** Decisions after this time. */
  decidedAfter?: Date | Timestamp | undefined
  /** Decisions before this time. */
  decidedBefore?: Date | Timestamp | undefined
}

/** The query of `purveyor.platform.moderation.changeSets`. */
export interface ListChangeSetsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Only change sets of this vendor. */
  vendorId?: string | undefined
}

/** The query of `purveyor.platform.products.list`. */
export interface ListPlatformProductsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100, or 500 with view=row. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100, or 500 with view=row. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Only products of this vendor. */
  vendorId?: string | undefined
  status?: ProductStatus | undefined
  /**
   * Matches words, or their beginnings, in the name, brand, SKUs, part numbers and UPCs. All words must
   * match.
   */
  search?: string | undefined
  /** True for products with staged edits that wait for approval, false for others. */
  hasPendingRevision?: boolean | undefined
  /**
   * True for products that lack attributes which their categories require, or whose values are not
   * valid; false for others.
   */
  hasAttributeIssues?: boolean | undefined
  /** Products in this category or one of its descendants. */
  categoryId?: string | undefined
  /** Products that were changed, or have a variant that was changed, after this time. */
  updatedAfter?: Date | Timestamp | undefined
  /**
   * The order of the list, instead of newest first: by the time of the last change, the name (without
   * case and accents), the product's SKU, the lowest retail price of its variants, or their stock on
   * hand together. `-` reverses the order. Products without a price are last in both directions.
   */
  sort?: ProductSort | undefined
}

/** The query of `purveyor.platform.products.history`. */
export interface ListPlatformProductHistoryQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Changes of this field. */
  field?: HistoryField | undefined
  /** Changes of this variant. */
  variantId?: string | undefined
  /** Changes made by this kind of source. */
  source?: HistorySourceType | undefined
  /** Changes made after this time. */
  occurredAfter?: Date | Timestamp | undefined
  /** Changes made before this time. */
  occurredBefore?: Date | Timestamp | undefined
}

/** The query of `purveyor.platform.approvalRules.previewedEntries`. */
export interface ListRuleApplicationEntriesQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Only entries with this decision. QUEUE: those that would still wait. */
  decision: ApprovalRuleDecision
}

/** The query of `purveyor.platform.reasonTemplates.list`. */
export interface ListReasonTemplatesQuery {
  /** Templates that are offered for this field, including those without fields. */
  field?: ReasonTemplateField | undefined
}

/** The query of `purveyor.platform.vendors.list`. */
export interface ListVendorsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Part of a name or slug. */
  search?: string | undefined
  /** True for active vendors, false for inactive ones. */
  isActive?: boolean | undefined
  /** Only vendors with this trust. */
  trust?: VendorTrust | undefined
  /**
   * The order of the list, instead of newest first: by the time of creation, the name (without case and
   * accents), the commission, the number of entries that wait in the moderation queue, or the number of
   * orders that are late now.
   */
  sort?: VendorSort | undefined
  /** With view=figures: how many days the figures cover, including today. The default is 30. */
  days?: number | undefined
}

/** The query of `purveyor.platform.vendors.figures`. */
export interface GetVendorFiguresQuery {
  /** How many days the statistics cover, including today. The default is 30. */
  days?: number | undefined
}

/** The query of `purveyor.platform.importJobs.list`. */
export interface ListPlatformImportJobsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Only jobs of this vendor. */
  vendorId?: string | undefined
  status?: ImportJobStatus | undefined
  /** Jobs created after this time. */
  createdAfter?: Date | Timestamp | undefined
  /** Jobs created before this time. */
  createdBefore?: Date | Timestamp | undefined
}

/** The query of `purveyor.platform.importJobs.items`. */
export interface ListPlatformImportItemsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Items with this status. */
  status?: ImportItemStatus | undefined
  /** Only items with warnings about their values, not about their images. */
  hasWarnings?: true | undefined
}

/** The query of `purveyor.platform.importJobs.report`. */
export interface GetPlatformImportReportQuery {
  /** Items with this status. */
  status?: ImportItemStatus | undefined
}

/** The query of `purveyor.platform.categories.list`. */
export interface ListPlatformCategoriesQuery {
  /**
   * True adds the numbers of products. They are counted for each request, which takes some seconds with
   * millions of products.
   */
  counts?: boolean | undefined
}

/** The form of `purveyor.platform.categories.setImage`. */
export interface SetCategoryImageForm {
  /** A file of at most 10 MiB. */
  file: Blob
}

/** The query of `purveyor.platform.attributes.list`. */
export interface ListAttributesQuery {
  /** Attributes of this type. */
  type?: AttributeType | undefined
  /** Attributes that this category lists itself, not those that it inherits. */
  categoryId?: string | undefined
}

/** The query of `purveyor.platform.collections.list`. */
export interface ListPlatformCollectionsQuery {
  /**
   * True adds the numbers of products. They are counted for each request, which takes some seconds with
   * millions of products.
   */
  counts?: boolean | undefined
}

/** The query of `purveyor.platform.tags.list`. */
export interface ListPlatformTagsQuery {
  /**
   * True adds the numbers of products. They are counted for each request, which takes some seconds with
   * millions of products.
   */
  counts?: boolean | undefined
}

/** The query of `purveyor.platform.facets.list`. */
export interface ListPlatformFacetsQuery {
  /**
   * True adds the numbers of products. They are counted for each request, which takes some seconds with
   * millions of products.
   */
  counts?: boolean | undefined
}

/** The query of `purveyor.platform.facets.listValues`. */
export interface ListFacetValuesQuery {
  /**
   * True adds the numbers of products. They are counted for each request, which takes some seconds with
   * millions of products.
   */
  counts?: boolean | undefined
}

/** The form of `purveyor.platform.settings.setLogo`. */
export interface SetSettingsLogoForm {
  /** A file of at most 10 MiB. */
  file: Blob
}

/** The query of `purveyor.platform.statistics.get`. */
export interface GetPlatformStatisticsQuery {
  /** How many days the statistics cover, including today. The default is 30. */
  days?: number | undefined
}

/** The query of `purveyor.platform.orders.list`. */
export interface ListPlatformOrdersQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** An exact order number or PO number. */
  search?: string | undefined
  /** Orders with a suborder of this vendor. */
  vendorId?: string | undefined
  /** Orders with a suborder in this status. */
  status?: OrderStatus | undefined
  /** Orders placed after this time. */
  placedAfter?: Date | Timestamp | undefined
  /** Orders placed before this time. */
  placedBefore?: Date | Timestamp | undefined
  /** Only orders that are late (`isLate`), or with false only orders that are not. */
  late?: boolean | undefined
  /** Orders with a `dueAt` before this time. */
  dueBefore?: Date | Timestamp | undefined
  /**
   * With `dueAt`, the list has only orders whose `dueAt` is not null, and those that are due first come
   * first. The default is `placedAt`, newest first.
   */
  sort?: OrderSort | undefined
}

/** The query of `purveyor.platform.orders.deadlines`. */
export interface GetDeadlineStatisticsQuery {
  /** How many days the statistics cover, including today. The default is 30. */
  days?: number | undefined
}

/** The query of `purveyor.platform.statements.list`. */
export interface ListVendorStatementsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** A day. Only statements whose period contains it. */
  period?: string | undefined
  /** Only statements of this vendor. */
  vendorId?: string | undefined
  status?: StatementStatus | undefined
  /** True for statements with an amount due, false for those without one. */
  isDue?: boolean | undefined
}

/** The query of `purveyor.platform.statements.lines`. */
export interface ListVendorStatementLinesQuery {
  /** The page size when paging forward. The default is 100, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.platform.statements.exportLines`. */
export interface ExportStatementLinesQuery {
  /** A day. Only statements whose period contains it. */
  period: string
  /** Only statements of this vendor. */
  vendorId?: string | undefined
}

/** The query of `purveyor.platform.adjustments.list`. */
export interface ListAdjustmentsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.platform.events.list`. */
export interface ListPlatformEventsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Events of this type. */
  type?: EventType | undefined
  /** Events of the resource with this id. */
  subjectId?: string | undefined
  /** Events of this product. */
  productId?: string | undefined
  /** Events of changes that this user or API token made. */
  actorId?: string | undefined
  /** Events after this time. */
  occurredAfter?: Date | Timestamp | undefined
  /** Events before this time. */
  occurredBefore?: Date | Timestamp | undefined
  /** Events of this vendor. */
  vendorId?: string | undefined
  /**
   * If the page would be empty: the number of seconds to wait for the first row. If too many requests
   * are waiting, the response is sent immediately, with the header Retry-After.
   */
  wait?: number | undefined
}

/** The query of `purveyor.platform.webhooks.failedAttempts`. */
export interface ListPlatformWebhookFailedAttemptsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.platform.webhooks.setAsideEvents`. */
export interface ListPlatformWebhookSetAsideEventsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
}

/** The query of `purveyor.platform.vendorWebhooks.list`. */
export interface ListVendorWebhooksQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Webhooks of this vendor. */
  vendorId?: string | undefined
  /** Webhooks in this state. */
  state?: WebhookState | undefined
}

/** The query of `purveyor.platform.catalogChanges.list`. */
export interface ListCatalogChangesQuery {
  /** The page size. The default is 100, the maximum is 500. */
  first?: number | undefined
  /** The endCursor of the previous page. Without it, the page begins with the oldest change. */
  after?: string | undefined
  /**
   * If the page would be empty: the number of seconds to wait for the first row. If too many requests
   * are waiting, the response is sent immediately, with the header Retry-After.
   */
  wait?: number | undefined
}

/** The query of `purveyor.storefront.products.list`. */
export interface ListStorefrontProductsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /**
   * Matches words, or their beginnings, in the name, brand, SKUs, part numbers and UPCs. All words must
   * match.
   */
  search?: string | undefined
  /** Products in this category or one of its descendants. */
  categoryId?: string | undefined
  /** Products of this vendor. */
  vendorId?: string | undefined
  /**
   * Products with these ids, at most 100. Separate them by commas, or repeat the parameter. The page
   * size is then 100 by default.
   */
  ids?: string[] | undefined
  /** Products in this collection. */
  collectionId?: string | undefined
  /** Products with this tag. */
  tagId?: string | undefined
  /**
   * Products with one of these facet values, at most 50. If they belong to several facets, a product
   * must have one of each facet. Separate them by commas, or repeat the parameter.
   */
  facetValueIds?: string[] | undefined
  /** Products whose lowest price is this or more. */
  minPrice?: number | string | undefined
  /** Products whose lowest price is this or less. */
  maxPrice?: number | string | undefined
  /** True for products with an active variant that is available, false for products without one. */
  inStock?: boolean | undefined
  /**
   * The order of the list: newest first (the default), by the lowest price of a product from low to high
   * or, with `-price`, from high to low, or by name.
   */
  sort?: 'newest' | 'price' | '-price' | 'name' | undefined
}

/** The query of `purveyor.storefront.vendors.list`. */
export interface ListStorefrontVendorsQuery {
  /** The page size when paging forward. The default is 24, the maximum is 100. */
  first?: number | undefined
  /** The endCursor of the previous page, to get the next page. */
  after?: string | undefined
  /** The page size when paging backward. The maximum is 100. */
  last?: number | undefined
  /** The startCursor of the next page, to get the previous page. */
  before?: string | undefined
  /** Vendors whose name or slug contains this text, in upper or lower case. */
  search?: string | undefined
}
