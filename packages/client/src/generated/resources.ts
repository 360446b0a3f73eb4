// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

import type { Pages } from '../pages.ts'
import type { CallOptions, Ref } from '../types.ts'
import type {
  AddProductImageForm,
  EndSessionQuery,
  ExportProductsQuery,
  ExportStatementLinesQuery,
  GetDeadlineStatisticsQuery,
  GetImportJobQuery,
  GetImportReportQuery,
  GetModerationStatisticsQuery,
  GetPackingSlipsQuery,
  GetPlatformImportReportQuery,
  GetPlatformStatisticsQuery,
  GetTemplateQuery,
  GetVendorFiguresQuery,
  GetVendorStatisticsQuery,
  ListAdjustmentsQuery,
  ListAttributesQuery,
  ListCatalogChangesQuery,
  ListCategoriesQuery,
  ListChangeSetsQuery,
  ListEventsQuery,
  ListFacetValuesQuery,
  ListImportItemsQuery,
  ListImportJobsQuery,
  ListModerationQuery,
  ListModerationSnapshotsQuery,
  ListOpenStatementLinesQuery,
  ListOrdersQuery,
  ListPlatformCategoriesQuery,
  ListPlatformCollectionsQuery,
  ListPlatformEventsQuery,
  ListPlatformFacetsQuery,
  ListPlatformImportItemsQuery,
  ListPlatformImportJobsQuery,
  ListPlatformOrdersQuery,
  ListPlatformProductHistoryQuery,
  ListPlatformProductsQuery,
  ListPlatformTagsQuery,
  ListPlatformWebhookFailedAttemptsQuery,
  ListPlatformWebhookSetAsideEventsQuery,
  ListProductHistoryQuery,
  ListProductReviewsQuery,
  ListProductsQuery,
  ListPurchaseOrdersQuery,
  ListReasonTemplatesQuery,
  ListRuleApplicationEntriesQuery,
  ListShipmentsQuery,
  ListStatementLinesQuery,
  ListStatementsQuery,
  ListStorefrontProductsQuery,
  ListStorefrontVendorsQuery,
  ListVendorStatementLinesQuery,
  ListVendorStatementsQuery,
  ListVendorsQuery,
  ListVendorWebhooksQuery,
  ListWebhookFailedAttemptsQuery,
  ListWebhookSetAsideEventsQuery,
  RefreshSessionQuery,
  ReplaceProductImagesForm,
  SetCategoryImageForm,
  SetLogoForm,
  SetSettingsLogoForm
} from './inputs.ts'
import type {
  AcknowledgementResults,
  Acknowledgements,
  Adjustment,
  AdjustmentPage,
  ApiTokenList,
  ApprovalRule,
  ApprovalRuleApplication,
  ApprovalRuleApplicationEntry,
  ApprovalRuleApplicationEntryPage,
  ApprovalRuleApplicationPreview,
  ApprovalRuleList,
  ApprovalRuleOrder,
  ApprovalRulePatch,
  ApprovalRulePreview,
  ApprovalRulePreviewApplication,
  ApprovalRulePreviewInput,
  Attribute,
  AttributeDefinitionList,
  AttributeList,
  AttributePatch,
  AttributePreview,
  BulkUpdate,
  BulkUpdateAnswer,
  BulkUpload,
  CarrierList,
  CatalogChange,
  CatalogChangePage,
  CategoryAttributes,
  CategoryAttributesInput,
  CategoryPatch,
  CategoryPreview,
  CategoryTree,
  ChangeAcceptance,
  ChangeHiding,
  ChangeSet,
  ChangeSetAcceptance,
  ChangeSetPage,
  ChangeSetResult,
  ClaimResults,
  CollectionList,
  CollectionPatch,
  CommissionPreview,
  CookieSession,
  CreatedApiToken,
  DecisionResults,
  DecisionSet,
  Deleted,
  EntryClaims,
  EntryReleases,
  Event,
  EventPage,
  ExportPage,
  ExportRow,
  FacetList,
  FacetPatch,
  FacetValuePatch,
  HistoryEntry,
  HistoryPage,
  ImportItem,
  ImportItemPage,
  ImportJob,
  ImportJobPage,
  ImportReport,
  InvitationAcceptance,
  InvitedMember,
  InvitedVendorMember,
  ListedVendor,
  LoginRequest,
  MailSettings,
  MailSettingsInput,
  Me,
  Member,
  MemberList,
  MemberPatch,
  MemberReset,
  Merge,
  ModerationEntry,
  ModerationPage,
  ModerationSnapshot,
  ModerationSnapshotPage,
  ModerationSnapshotSummary,
  ModerationStatistics,
  NewAdjustment,
  NewApiToken,
  NewApprovalRule,
  NewAttribute,
  NewCancellation,
  NewCategory,
  NewCollection,
  NewCommission,
  NewFacet,
  NewFacetValue,
  NewMember,
  NewOrder,
  NewProduct,
  NewProductReview,
  NewReasonTemplate,
  NewShipment,
  NewShipments,
  NewShippingMethod,
  NewTag,
  NewVendor,
  NewVendorMember,
  NewWebhook,
  OpenStatement,
  Order,
  OrderCancelRequest,
  OrderPage,
  OrderSummary,
  PasswordChange,
  PasswordChanged,
  PasswordReset,
  Payment,
  PlacedOrder,
  PlatformCategory,
  PlatformCategoryTree,
  PlatformCollection,
  PlatformCollectionList,
  PlatformCounts,
  PlatformDeadlines,
  PlatformEvent,
  PlatformEventPage,
  PlatformFacet,
  PlatformFacetList,
  PlatformFacetValue,
  PlatformFacetValueList,
  PlatformImportJob,
  PlatformImportJobPage,
  PlatformOrder,
  PlatformOrderPage,
  PlatformProduct,
  PlatformProductPage,
  PlatformProductRow,
  PlatformProductRowPage,
  PlatformStatistics,
  PlatformTag,
  PlatformTagList,
  Product,
  ProductApproval,
  ProductHiding,
  ProductPage,
  ProductPatch,
  ProductRejection,
  ProductReview,
  ProductReviewPage,
  ProductRow,
  ProductRowPage,
  PurchaseOrder,
  PurchaseOrderEntry,
  PurchaseOrderPage,
  QueuedUpload,
  QuoteRequest,
  Quotes,
  ReasonTemplate,
  ReasonTemplateList,
  ReasonTemplatePatch,
  RefreshRequest,
  ReleaseResults,
  RevisionCorrection,
  RevisionDecision,
  SessionEnded,
  Settings,
  SettingsPatch,
  Shipment,
  ShipmentPage,
  ShipmentPatch,
  ShipmentResults,
  ShippingMethod,
  ShippingMethodList,
  ShippingMethodPatch,
  Statement,
  StatementLine,
  StatementLinePage,
  StatementPage,
  StorefrontMarketplace,
  StorefrontPage,
  StorefrontProduct,
  StorefrontVendorPage,
  StorefrontVendorProfile,
  TagList,
  TagPatch,
  TokenAnswer,
  Vendor,
  VendorFigures,
  VendorPage,
  VendorPatch,
  VendorProfile,
  VendorProfilePatch,
  VendorStatistics,
  VendorWebhook,
  VendorWebhookPage,
  Version,
  Webhook,
  WebhookFailedAttempt,
  WebhookFailedAttemptPage,
  WebhookList,
  WebhookPatch,
  WebhookReplay,
  WebhookSecretRotation,
  WebhookSetAsideEvent,
  WebhookSetAsidePage,
  WebhookStatus,
  WebhookStop,
  WebhookTest,
  WebhookTestResult,
  WebhookWithSecret
} from './schemas.ts'

/** The methods of `purveyor.auth`. */
export interface AuthResource {
  /** Sign in: `POST /auth/login`. */
  login(body: LoginRequest, options?: CallOptions): Promise<TokenAnswer>

  /** Refresh tokens: `POST /auth/refresh`. */
  refresh(body: RefreshRequest, options?: CallOptions): Promise<TokenAnswer>

  /** Sign out: `POST /auth/logout`. */
  logout(options?: CallOptions): Promise<SessionEnded>

  /** Read your account: `GET /auth/me`. */
  me(options?: CallOptions): Promise<Me>

  /** Change your password: `POST /auth/password`. */
  changePassword(body: PasswordChange, options?: CallOptions): Promise<PasswordChanged>

  /** Reset a password: `POST /auth/password/reset`. */
  resetPassword(body: PasswordReset, options?: CallOptions): Promise<PasswordChanged>

  /** Accept an invitation: `POST /auth/invitations/accept`. */
  acceptInvitation(body: InvitationAcceptance, options?: CallOptions): Promise<TokenAnswer>

  /** Read your mail settings: `GET /auth/me/mail-settings`. */
  mailSettings(options?: CallOptions): Promise<MailSettings>

  /** Replace your mail settings: `PUT /auth/me/mail-settings`. */
  replaceMailSettings(body: MailSettingsInput, options?: CallOptions): Promise<MailSettings>

  /** Sign in with a cookie: `POST /auth/session`. */
  startSession(body: LoginRequest, options?: CallOptions): Promise<CookieSession>

  /** Refresh a session with a cookie: `POST /auth/session/refresh`. */
  refreshSession(query: RefreshSessionQuery, options?: CallOptions): Promise<CookieSession>

  /** Sign out with a cookie: `DELETE /auth/session`. */
  endSession(query: EndSessionQuery, options?: CallOptions): Promise<SessionEnded>
}

/** The methods of `purveyor.profile`. */
export interface ProfileResource {
  /** Read your profile: `GET /vendor/me/profile`. */
  get(options?: CallOptions): Promise<VendorProfile>

  /** Update your profile: `PATCH /vendor/me/profile`. */
  update(body: VendorProfilePatch, options?: CallOptions): Promise<VendorProfile>

  /** Set the logo: `POST /vendor/me/logo`. */
  setLogo(body: SetLogoForm, options?: CallOptions): Promise<VendorProfile>

  /** Remove the logo: `DELETE /vendor/me/logo`. */
  deleteLogo(options?: CallOptions): Promise<VendorProfile>
}

/** The methods of `purveyor.members`. */
export interface MembersResource {
  /** List members: `GET /vendor/me/members`. */
  list(options?: CallOptions): Promise<MemberList>

  /** Invite a member: `POST /vendor/me/members`. */
  invite(body: NewMember, options?: CallOptions): Promise<InvitedMember>

  /** Update a member: `PATCH /vendor/me/members/:id`. */
  update(member: Ref, body: MemberPatch, options?: CallOptions): Promise<Member>

  /** Remove a member: `DELETE /vendor/me/members/:id`. */
  remove(member: Ref, options?: CallOptions): Promise<Deleted>

  /** Reset a member's password: `POST /vendor/me/members/:id/reset`. */
  reset(member: Ref, options?: CallOptions): Promise<MemberReset>
}

/** The methods of `purveyor.apiTokens`. */
export interface ApiTokensResource {
  /** List API tokens: `GET /vendor/me/api-tokens`. */
  list(options?: CallOptions): Promise<ApiTokenList>

  /** Create an API token: `POST /vendor/me/api-tokens`. */
  create(body: NewApiToken, options?: CallOptions): Promise<CreatedApiToken>

  /** Delete an API token: `DELETE /vendor/me/api-tokens/:id`. */
  delete(apiToken: Ref, options?: CallOptions): Promise<Deleted>
}

/** The methods of `purveyor.shippingMethods`. */
export interface ShippingMethodsResource {
  /** List shipping methods: `GET /vendor/me/shipping-methods`. */
  list(options?: CallOptions): Promise<ShippingMethodList>

  /** Read a shipping method: `GET /vendor/me/shipping-methods/:id`. */
  get(shippingMethod: Ref, options?: CallOptions): Promise<ShippingMethod>

  /** Create a shipping method: `POST /vendor/me/shipping-methods`. */
  create(body: NewShippingMethod, options?: CallOptions): Promise<ShippingMethod>

  /** Update a shipping method: `PATCH /vendor/me/shipping-methods/:id`. */
  update(shippingMethod: Ref, body: ShippingMethodPatch, options?: CallOptions): Promise<ShippingMethod>

  /** Delete a shipping method: `DELETE /vendor/me/shipping-methods/:id`. */
  delete(shippingMethod: Ref, options?: CallOptions): Promise<Deleted>
}

/** The methods of `purveyor.categories`. */
export interface CategoriesResource {
  /** Read the category tree: `GET /vendor/categories`. */
  list(query?: ListCategoriesQuery, options?: CallOptions): Promise<CategoryTree>

  /** Read the schema of a product: `GET /vendor/categories/:id/schema`. */
  schema(category: Ref, options?: CallOptions): Promise<Record<string, unknown>>
}

/** The methods of `purveyor.attributes`. */
export interface AttributesResource {
  /** List attributes: `GET /vendor/attributes`. */
  list(options?: CallOptions): Promise<AttributeDefinitionList>
}

/** The methods of `purveyor.collections`. */
export interface CollectionsResource {
  /** List collections: `GET /vendor/collections`. */
  list(options?: CallOptions): Promise<CollectionList>
}

/** The methods of `purveyor.tags`. */
export interface TagsResource {
  /** List tags: `GET /vendor/tags`. */
  list(options?: CallOptions): Promise<TagList>
}

/** The methods of `purveyor.facets`. */
export interface FacetsResource {
  /** List facets with their values: `GET /vendor/facets`. */
  list(options?: CallOptions): Promise<FacetList>
}

/** The methods of `purveyor.products`. */
export interface ProductsResource {
  /** List products: `GET /vendor/products`. */
  list(query: ListProductsQuery & { view: 'row' }, options?: CallOptions): Pages<ProductRow, ProductRowPage>
  /** List products: `GET /vendor/products`. */
  list(query?: ListProductsQuery, options?: CallOptions): Pages<Product, ProductPage>

  /** Read a product: `GET /vendor/products/:id`. */
  get(product: Ref, options?: CallOptions): Promise<Product>

  /** Create a product: `POST /vendor/products`. */
  create(body: NewProduct, options?: CallOptions): Promise<Product>

  /** Update a product: `PATCH /vendor/products/:id`. */
  update(product: Ref, body: ProductPatch, options?: CallOptions): Promise<Product>

  /** Delete a product: `DELETE /vendor/products/:id`. */
  delete(product: Ref, options?: CallOptions): Promise<Deleted>

  /** Submit a rejected product again: `POST /vendor/products/:id/submit`. */
  submit(product: Ref, options?: CallOptions): Promise<Product>

  /** Add an image: `POST /vendor/products/:id/images`. */
  addImage(product: Ref, body: AddProductImageForm, options?: CallOptions): Promise<Product>

  /** Replace the images: `PUT /vendor/products/:id/images`. */
  replaceImages(product: Ref, body: ReplaceProductImagesForm, options?: CallOptions): Promise<Product>

  /** Delete an image: `DELETE /vendor/products/:id/images/:imageId`. */
  deleteImage(product: Ref, image: Ref, options?: CallOptions): Promise<Product>

  /** Read a pending image: `GET /vendor/products/:id/revision/images/:imageId`. */
  getPendingImage(product: Ref, image: Ref, options?: CallOptions): Promise<Blob>

  /** Delete a variant: `DELETE /vendor/products/:id/variants/:variantId`. */
  deleteVariant(product: Ref, variant: Ref, options?: CallOptions): Promise<Product>

  /** Withdraw staged edits: `DELETE /vendor/products/:id/revision`. */
  withdrawRevision(product: Ref, options?: CallOptions): Promise<Product>

  /** List the reviews of a product: `GET /vendor/products/:id/reviews`. */
  reviews(
    product: Ref,
    query?: ListProductReviewsQuery,
    options?: CallOptions
  ): Pages<ProductReview, ProductReviewPage>

  /** List the changes of a product: `GET /vendor/products/:id/history`. */
  history(
    product: Ref,
    query?: ListProductHistoryQuery,
    options?: CallOptions
  ): Pages<HistoryEntry, HistoryPage>

  /** Upload many products: `POST /vendor/products/bulk-upload`. */
  bulkUpload(body: BulkUpload, options?: CallOptions): Promise<QueuedUpload>

  /** Update prices, stock and other fields of many products: `POST /vendor/products/bulk-update`. */
  bulkUpdate(body: BulkUpdate, options?: CallOptions): Promise<BulkUpdateAnswer>

  /** Export prices and stock: `GET /vendor/products/export`. */
  export(query?: ExportProductsQuery, options?: CallOptions): Pages<ExportRow, ExportPage>
}

/** The methods of `purveyor.templates`. */
export interface TemplatesResource {
  /** Download a spreadsheet template: `GET /vendor/templates`. */
  get(query?: GetTemplateQuery, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.importJobs`. */
export interface ImportJobsResource {
  /** List import jobs: `GET /vendor/import-jobs`. */
  list(query?: ListImportJobsQuery, options?: CallOptions): Pages<ImportJob, ImportJobPage>

  /** Read an import job: `GET /vendor/import-jobs/:queue_id`. */
  get(
    importJob: Ref | { readonly queue_id: string },
    query?: GetImportJobQuery,
    options?: CallOptions
  ): Promise<ImportJob>

  /** List the items of an import job: `GET /vendor/import-jobs/:queue_id/items`. */
  items(
    importJob: Ref | { readonly queue_id: string },
    query?: ListImportItemsQuery,
    options?: CallOptions
  ): Pages<ImportItem, ImportItemPage>

  /** Download the report of an import job: `GET /vendor/import-jobs/:queue_id/report`. */
  report(
    importJob: Ref | { readonly queue_id: string },
    query?: GetImportReportQuery,
    options?: CallOptions
  ): Promise<ImportReport>

  /** Retry the failed items of an import job: `POST /vendor/import-jobs/:queue_id/retry`. */
  retry(importJob: Ref | { readonly queue_id: string }, options?: CallOptions): Promise<QueuedUpload>

  /** Cancel an import job: `POST /vendor/import-jobs/:queue_id/cancel`. */
  cancel(importJob: Ref | { readonly queue_id: string }, options?: CallOptions): Promise<ImportJob>
}

/** The methods of `purveyor.orders`. */
export interface OrdersResource {
  /** List orders: `GET /vendor/orders`. */
  list(query?: ListOrdersQuery, options?: CallOptions): Pages<Order, OrderPage>

  /** Read an order: `GET /vendor/orders/:id`. */
  get(order: Ref, options?: CallOptions): Promise<Order>

  /** Acknowledge an order: `POST /vendor/orders/:id/acknowledge`. */
  acknowledge(order: Ref, options?: CallOptions): Promise<Order>

  /** Acknowledge several orders: `POST /vendor/orders/acknowledge`. */
  acknowledgeMany(body: Acknowledgements, options?: CallOptions): Promise<AcknowledgementResults>

  /** Cancel an order, whole or in part: `POST /vendor/orders/:id/cancel`. */
  cancel(order: Ref, body: NewCancellation, options?: CallOptions): Promise<Order>

  /** Download a packing slip: `GET /vendor/orders/:id/packing-slip`. */
  packingSlip(order: Ref, options?: CallOptions): Promise<Blob>

  /** Download several packing slips: `GET /vendor/orders/packing-slips`. */
  packingSlips(query: GetPackingSlipsQuery, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.purchaseOrders`. */
export interface PurchaseOrdersResource {
  /** List purchase orders: `GET /vendor/purchase-orders`. */
  list(query?: ListPurchaseOrdersQuery, options?: CallOptions): Pages<PurchaseOrderEntry, PurchaseOrderPage>

  /** Read a purchase order: `GET /vendor/purchase-orders/:id`. */
  get(purchaseOrder: Ref, options?: CallOptions): Promise<PurchaseOrder>

  /** Download a purchase order: `GET /vendor/purchase-orders/:id/document`. */
  document(purchaseOrder: Ref, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.shipments`. */
export interface ShipmentsResource {
  /** List shipments: `GET /vendor/shipments`. */
  list(query?: ListShipmentsQuery, options?: CallOptions): Pages<Shipment, ShipmentPage>

  /** Read a shipment: `GET /vendor/shipments/:id`. */
  get(shipment: Ref, options?: CallOptions): Promise<Shipment>

  /** Ship an order, whole or in part: `POST /vendor/shipments`. */
  create(body: NewShipment, options?: CallOptions): Promise<Shipment>

  /** Create several shipments: `POST /vendor/shipments/bulk`. */
  createMany(body: NewShipments, options?: CallOptions): Promise<ShipmentResults>

  /** Update a shipment: `PATCH /vendor/shipments/:id`. */
  update(shipment: Ref, body: ShipmentPatch, options?: CallOptions): Promise<Shipment>
}

/** The methods of `purveyor.carriers`. */
export interface CarriersResource {
  /** List known carriers: `GET /vendor/carriers`. */
  list(options?: CallOptions): Promise<CarrierList>
}

/** The methods of `purveyor.statements`. */
export interface StatementsResource {
  /** List statements: `GET /vendor/statements`. */
  list(query?: ListStatementsQuery, options?: CallOptions): Pages<Statement, StatementPage>

  /** Read a statement: `GET /vendor/statements/:id`. */
  get(statement: Ref, options?: CallOptions): Promise<Statement>

  /** Preview the open statement: `GET /vendor/statements/open`. */
  open(options?: CallOptions): Promise<OpenStatement>

  /** List the lines of the open statement: `GET /vendor/statements/open/lines`. */
  openLines(
    query?: ListOpenStatementLinesQuery,
    options?: CallOptions
  ): Pages<StatementLine, StatementLinePage>

  /** List the lines of a statement: `GET /vendor/statements/:id/lines`. */
  lines(
    statement: Ref,
    query?: ListStatementLinesQuery,
    options?: CallOptions
  ): Pages<StatementLine, StatementLinePage>

  /** Download a statement: `GET /vendor/statements/:id/document`. */
  document(statement: Ref, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.events`. */
export interface EventsResource {
  /** List events: `GET /vendor/events`. */
  list(query?: ListEventsQuery, options?: CallOptions): Pages<Event, EventPage>
}

/** The methods of `purveyor.webhooks`. */
export interface WebhooksResource {
  /** List webhooks: `GET /vendor/me/webhooks`. */
  list(options?: CallOptions): Promise<WebhookList>

  /** Read a webhook: `GET /vendor/me/webhooks/:id`. */
  get(webhook: Ref, options?: CallOptions): Promise<Webhook>

  /** Create a webhook: `POST /vendor/me/webhooks`. */
  create(body: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret>

  /** Update a webhook: `PATCH /vendor/me/webhooks/:id`. */
  update(webhook: Ref, body: WebhookPatch, options?: CallOptions): Promise<Webhook>

  /** Delete a webhook: `DELETE /vendor/me/webhooks/:id`. */
  delete(webhook: Ref, options?: CallOptions): Promise<Deleted>

  /** Rotate the secret of a webhook: `POST /vendor/me/webhooks/:id/rotate`. */
  rotateSecret(webhook: Ref, body: WebhookSecretRotation, options?: CallOptions): Promise<WebhookWithSecret>

  /** Test a webhook: `POST /vendor/me/webhooks/:id/test`. */
  test(webhook: Ref, body: WebhookTest, options?: CallOptions): Promise<WebhookTestResult>

  /** Replay events of a webhook: `POST /vendor/me/webhooks/:id/replay`. */
  replay(webhook: Ref, body: WebhookReplay, options?: CallOptions): Promise<Webhook>

  /** Read the status of a webhook: `GET /vendor/me/webhooks/:id/status`. */
  status(webhook: Ref, options?: CallOptions): Promise<WebhookStatus>

  /** List failed attempts of a webhook: `GET /vendor/me/webhooks/:id/failed-attempts`. */
  failedAttempts(
    webhook: Ref,
    query?: ListWebhookFailedAttemptsQuery,
    options?: CallOptions
  ): Pages<WebhookFailedAttempt, WebhookFailedAttemptPage>

  /** List events of a webhook that are set aside: `GET /vendor/me/webhooks/:id/set-aside-events`. */
  setAsideEvents(
    webhook: Ref,
    query?: ListWebhookSetAsideEventsQuery,
    options?: CallOptions
  ): Pages<WebhookSetAsideEvent, WebhookSetAsidePage>
}

/** The methods of `purveyor.statistics`. */
export interface StatisticsResource {
  /** Read the vendor's statistics: `GET /vendor/statistics`. */
  get(query?: GetVendorStatisticsQuery, options?: CallOptions): Promise<VendorStatistics>
}

/** The methods of `purveyor.platform.moderation`. */
export interface PlatformModerationResource {
  /** Read the moderation queue: `GET /platform/moderation`. */
  list(query?: ListModerationQuery, options?: CallOptions): Pages<ModerationEntry, ModerationPage>

  /** Make several decisions: `POST /platform/moderation/decisions`. */
  decide(body: DecisionSet, options?: CallOptions): Promise<DecisionResults>

  /** Claim entries of the moderation queue: `POST /platform/moderation/claims`. */
  claim(body: EntryClaims, options?: CallOptions): Promise<ClaimResults>

  /** Release claimed entries: `POST /platform/moderation/claims/release`. */
  release(body: EntryReleases, options?: CallOptions): Promise<ReleaseResults>

  /** Read the statistics of moderation: `GET /platform/moderation/statistics`. */
  statistics(query?: GetModerationStatisticsQuery, options?: CallOptions): Promise<ModerationStatistics>

  /** List the snapshots of decisions: `GET /platform/moderation/snapshots`. */
  snapshots(
    query?: ListModerationSnapshotsQuery,
    options?: CallOptions
  ): Pages<ModerationSnapshotSummary, ModerationSnapshotPage>

  /** Read the snapshot of a decision: `GET /platform/moderation/snapshots/:id`. */
  getSnapshot(snapshot: Ref, options?: CallOptions): Promise<ModerationSnapshot>

  /** List the change sets: `GET /platform/moderation/change-sets`. */
  changeSets(query?: ListChangeSetsQuery, options?: CallOptions): Pages<ChangeSet, ChangeSetPage>

  /** Read a change set: `GET /platform/moderation/change-sets/:id`. */
  getChangeSet(changeSet: Ref, options?: CallOptions): Promise<ChangeSet>

  /** Accept a change set: `POST /platform/moderation/change-sets/:id/accept`. */
  acceptChangeSet(changeSet: Ref, body: ChangeSetAcceptance, options?: CallOptions): Promise<ChangeSetResult>
}

/** The methods of `purveyor.platform.products`. */
export interface PlatformProductsResource {
  /** List all vendors' products: `GET /platform/products`. */
  list(
    query: ListPlatformProductsQuery & { view: 'row' },
    options?: CallOptions
  ): Pages<PlatformProductRow, PlatformProductRowPage>
  /** List all vendors' products: `GET /platform/products`. */
  list(query?: ListPlatformProductsQuery, options?: CallOptions): Pages<PlatformProduct, PlatformProductPage>

  /** Read any vendor's product: `GET /platform/products/:id`. */
  get(product: Ref, options?: CallOptions): Promise<PlatformProduct>

  /** Approve a new product: `POST /platform/products/:id/approve`. */
  approve(product: Ref, body: ProductApproval, options?: CallOptions): Promise<PlatformProduct>

  /** Reject a new product: `POST /platform/products/:id/reject`. */
  reject(product: Ref, body: ProductRejection, options?: CallOptions): Promise<PlatformProduct>

  /** Hide a product: `POST /platform/products/:id/hide`. */
  hide(product: Ref, body: ProductHiding, options?: CallOptions): Promise<PlatformProduct>

  /** Publish a hidden product again: `POST /platform/products/:id/publish`. */
  publish(product: Ref, options?: CallOptions): Promise<PlatformProduct>

  /** Approve staged edits: `POST /platform/products/:id/revision/approve`. */
  approveRevision(product: Ref, body: ProductApproval, options?: CallOptions): Promise<PlatformProduct>

  /** Reject staged edits: `POST /platform/products/:id/revision/reject`. */
  rejectRevision(product: Ref, body: ProductRejection, options?: CallOptions): Promise<PlatformProduct>

  /** Decide on fields of staged edits: `POST /platform/products/:id/revision/decide`. */
  decideRevision(product: Ref, body: RevisionDecision, options?: CallOptions): Promise<PlatformProduct>

  /** Correct what waits for approval: `PATCH /platform/products/:id/revision`. */
  correct(product: Ref, body: RevisionCorrection, options?: CallOptions): Promise<PlatformProduct>

  /** Accept changes of watched fields: `POST /platform/products/:id/change/accept`. */
  acceptChange(product: Ref, body: ChangeAcceptance, options?: CallOptions): Promise<PlatformProduct>

  /** Hide a product because of changes of watched fields: `POST /platform/products/:id/change/hide`. */
  hideChange(product: Ref, body: ChangeHiding, options?: CallOptions): Promise<PlatformProduct>

  /** Add a review: `POST /platform/products/:id/reviews`. */
  addReview(product: Ref, body: NewProductReview, options?: CallOptions): Promise<ProductReview>

  /** List the changes of any product: `GET /platform/products/:id/history`. */
  history(
    product: Ref,
    query?: ListPlatformProductHistoryQuery,
    options?: CallOptions
  ): Pages<HistoryEntry, HistoryPage>

  /** Read a pending image: `GET /platform/products/:id/revision/images/:imageId`. */
  getPendingImage(product: Ref, image: Ref, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.platform.approvalRules`. */
export interface PlatformApprovalRulesResource {
  /** List approval rules: `GET /platform/approval-rules`. */
  list(options?: CallOptions): Promise<ApprovalRuleList>

  /** Read an approval rule: `GET /platform/approval-rules/:id`. */
  get(approvalRule: Ref, options?: CallOptions): Promise<ApprovalRule>

  /** Create an approval rule: `POST /platform/approval-rules`. */
  create(body: NewApprovalRule, options?: CallOptions): Promise<ApprovalRule>

  /** Update an approval rule: `PATCH /platform/approval-rules/:id`. */
  update(approvalRule: Ref, body: ApprovalRulePatch, options?: CallOptions): Promise<ApprovalRule>

  /** Delete an approval rule: `DELETE /platform/approval-rules/:id`. */
  delete(approvalRule: Ref, options?: CallOptions): Promise<Deleted>

  /** Change the order of the approval rules: `PUT /platform/approval-rules/order`. */
  order(body: ApprovalRuleOrder, options?: CallOptions): Promise<ApprovalRuleList>

  /** Preview approval rules: `POST /platform/approval-rules/preview`. */
  preview(body: ApprovalRulePreviewInput, options?: CallOptions): Promise<ApprovalRulePreview>

  /** Apply the approval rules to everything that waits: `POST /platform/approval-rules/apply`. */
  apply(options?: CallOptions): Promise<ApprovalRuleApplication>

  /** Preview what applying the rules would decide: `POST /platform/approval-rules/apply/preview`. */
  previewApply(options?: CallOptions): Promise<ApprovalRuleApplicationPreview>

  /** List what applying the rules would decide: `GET /platform/approval-rules/apply/preview/:id/entries`. */
  previewedEntries(
    preview: Ref,
    query: ListRuleApplicationEntriesQuery,
    options?: CallOptions
  ): Pages<ApprovalRuleApplicationEntry, ApprovalRuleApplicationEntryPage>

  /** Make the decisions of a preview: `POST /platform/approval-rules/apply/preview/:id/apply`. */
  applyPreview(preview: Ref, options?: CallOptions): Promise<ApprovalRulePreviewApplication>
}

/** The methods of `purveyor.platform.reasonTemplates`. */
export interface PlatformReasonTemplatesResource {
  /** List reason templates: `GET /platform/reason-templates`. */
  list(query?: ListReasonTemplatesQuery, options?: CallOptions): Promise<ReasonTemplateList>

  /** Read a reason template: `GET /platform/reason-templates/:id`. */
  get(reasonTemplate: Ref, options?: CallOptions): Promise<ReasonTemplate>

  /** Create a reason template: `POST /platform/reason-templates`. */
  create(body: NewReasonTemplate, options?: CallOptions): Promise<ReasonTemplate>

  /** Update a reason template: `PATCH /platform/reason-templates/:id`. */
  update(reasonTemplate: Ref, body: ReasonTemplatePatch, options?: CallOptions): Promise<ReasonTemplate>

  /** Delete a reason template: `DELETE /platform/reason-templates/:id`. */
  delete(reasonTemplate: Ref, options?: CallOptions): Promise<Deleted>
}

/** The methods of `purveyor.platform.vendors`. */
export interface PlatformVendorsResource {
  /** List vendors: `GET /platform/vendors`. */
  list(query?: ListVendorsQuery, options?: CallOptions): Pages<ListedVendor, VendorPage>

  /** Read a vendor: `GET /platform/vendors/:id`. */
  get(vendor: Ref, options?: CallOptions): Promise<Vendor>

  /** Create a vendor: `POST /platform/vendors`. */
  create(body: NewVendor, options?: CallOptions): Promise<Vendor>

  /** Update a vendor: `PATCH /platform/vendors/:id`. */
  update(vendor: Ref, body: VendorPatch, options?: CallOptions): Promise<Vendor>

  /** Preview a commission: `POST /platform/vendors/:id/commission/preview`. */
  previewCommission(vendor: Ref, body: NewCommission, options?: CallOptions): Promise<CommissionPreview>

  /** List a vendor's members: `GET /platform/vendors/:id/members`. */
  members(vendor: Ref, options?: CallOptions): Promise<MemberList>

  /** Invite a member to a vendor's team: `POST /platform/vendors/:id/members`. */
  inviteMember(vendor: Ref, body: NewVendorMember, options?: CallOptions): Promise<InvitedVendorMember>

  /** Read the figures of a vendor: `GET /platform/vendors/:id/figures`. */
  figures(vendor: Ref, query?: GetVendorFiguresQuery, options?: CallOptions): Promise<VendorFigures>
}

/** The methods of `purveyor.platform.importJobs`. */
export interface PlatformImportJobsResource {
  /** List the import jobs of all vendors: `GET /platform/import-jobs`. */
  list(
    query?: ListPlatformImportJobsQuery,
    options?: CallOptions
  ): Pages<PlatformImportJob, PlatformImportJobPage>

  /** Read an import job of a vendor: `GET /platform/import-jobs/:queue_id`. */
  get(importJob: Ref | { readonly queue_id: string }, options?: CallOptions): Promise<PlatformImportJob>

  /** List the items of an import job of a vendor: `GET /platform/import-jobs/:queue_id/items`. */
  items(
    importJob: Ref | { readonly queue_id: string },
    query?: ListPlatformImportItemsQuery,
    options?: CallOptions
  ): Pages<ImportItem, ImportItemPage>

  /** Download the report of an import job of a vendor: `GET /platform/import-jobs/:queue_id/report`. */
  report(
    importJob: Ref | { readonly queue_id: string },
    query?: GetPlatformImportReportQuery,
    options?: CallOptions
  ): Promise<ImportReport>
}

/** The methods of `purveyor.platform.categories`. */
export interface PlatformCategoriesResource {
  /** Read the category tree: `GET /platform/categories`. */
  list(query?: ListPlatformCategoriesQuery, options?: CallOptions): Promise<PlatformCategoryTree>

  /** Read a category: `GET /platform/categories/:id`. */
  get(category: Ref, options?: CallOptions): Promise<PlatformCategory>

  /** Create a category: `POST /platform/categories`. */
  create(body: NewCategory, options?: CallOptions): Promise<PlatformCategory>

  /** Update or move a category: `PATCH /platform/categories/:id`. */
  update(category: Ref, body: CategoryPatch, options?: CallOptions): Promise<PlatformCategory>

  /** Delete a category: `DELETE /platform/categories/:id`. */
  delete(category: Ref, options?: CallOptions): Promise<Deleted>

  /** Set a category's image: `PUT /platform/categories/:id/image`. */
  setImage(category: Ref, body: SetCategoryImageForm, options?: CallOptions): Promise<PlatformCategory>

  /** Remove a category's image: `DELETE /platform/categories/:id/image`. */
  deleteImage(category: Ref, options?: CallOptions): Promise<PlatformCategory>

  /** Merge a category into another one: `POST /platform/categories/:id/merge`. */
  merge(category: Ref, body: Merge, options?: CallOptions): Promise<PlatformCategory>

  /** Preview a merge of categories: `POST /platform/categories/:id/merge/preview`. */
  previewMerge(category: Ref, body: Merge, options?: CallOptions): Promise<CategoryPreview>

  /** Preview a move of a category: `POST /platform/categories/:id/move/preview`. */
  previewMove(
    category: Ref,
    body: {
      /** The new parent; null: the top level. */
      parentId: string | null
    },
    options?: CallOptions
  ): Promise<CategoryPreview>
}

/** The methods of `purveyor.platform.categoryAttributes`. */
export interface PlatformCategoryAttributesResource {
  /** Read the attributes of a category: `GET /platform/categories/:id/attributes`. */
  get(category: Ref, options?: CallOptions): Promise<CategoryAttributes>

  /** Set the attributes of a category: `PUT /platform/categories/:id/attributes`. */
  set(category: Ref, body: CategoryAttributesInput, options?: CallOptions): Promise<CategoryAttributes>

  /** Preview the attributes of a category: `POST /platform/categories/:id/attributes/preview`. */
  preview(category: Ref, body: CategoryAttributesInput, options?: CallOptions): Promise<AttributePreview>
}

/** The methods of `purveyor.platform.attributes`. */
export interface PlatformAttributesResource {
  /** List attributes: `GET /platform/attributes`. */
  list(query?: ListAttributesQuery, options?: CallOptions): Promise<AttributeList>

  /** Read an attribute: `GET /platform/attributes/:id`. */
  get(attribute: Ref, options?: CallOptions): Promise<Attribute>

  /** Create an attribute: `POST /platform/attributes`. */
  create(body: NewAttribute, options?: CallOptions): Promise<Attribute>

  /** Update an attribute: `PATCH /platform/attributes/:id`. */
  update(attribute: Ref, body: AttributePatch, options?: CallOptions): Promise<Attribute>

  /** Delete an attribute: `DELETE /platform/attributes/:id`. */
  delete(attribute: Ref, options?: CallOptions): Promise<Deleted>

  /** Preview a change of an attribute: `POST /platform/attributes/:id/preview`. */
  preview(attribute: Ref, body: AttributePatch, options?: CallOptions): Promise<AttributePreview>
}

/** The methods of `purveyor.platform.collections`. */
export interface PlatformCollectionsResource {
  /** List collections: `GET /platform/collections`. */
  list(query?: ListPlatformCollectionsQuery, options?: CallOptions): Promise<PlatformCollectionList>

  /** Read a collection: `GET /platform/collections/:id`. */
  get(collection: Ref, options?: CallOptions): Promise<PlatformCollection>

  /** Create a collection: `POST /platform/collections`. */
  create(body: NewCollection, options?: CallOptions): Promise<PlatformCollection>

  /** Update a collection: `PATCH /platform/collections/:id`. */
  update(collection: Ref, body: CollectionPatch, options?: CallOptions): Promise<PlatformCollection>

  /** Delete a collection: `DELETE /platform/collections/:id`. */
  delete(collection: Ref, options?: CallOptions): Promise<Deleted>

  /** Merge a collection into another one: `POST /platform/collections/:id/merge`. */
  merge(collection: Ref, body: Merge, options?: CallOptions): Promise<PlatformCollection>
}

/** The methods of `purveyor.platform.tags`. */
export interface PlatformTagsResource {
  /** List tags: `GET /platform/tags`. */
  list(query?: ListPlatformTagsQuery, options?: CallOptions): Promise<PlatformTagList>

  /** Read a tag: `GET /platform/tags/:id`. */
  get(tag: Ref, options?: CallOptions): Promise<PlatformTag>

  /** Create a tag: `POST /platform/tags`. */
  create(body: NewTag, options?: CallOptions): Promise<PlatformTag>

  /** Update a tag: `PATCH /platform/tags/:id`. */
  update(tag: Ref, body: TagPatch, options?: CallOptions): Promise<PlatformTag>

  /** Delete a tag: `DELETE /platform/tags/:id`. */
  delete(tag: Ref, options?: CallOptions): Promise<Deleted>

  /** Merge a tag into another one: `POST /platform/tags/:id/merge`. */
  merge(tag: Ref, body: Merge, options?: CallOptions): Promise<PlatformTag>
}

/** The methods of `purveyor.platform.facets`. */
export interface PlatformFacetsResource {
  /** List facets: `GET /platform/facets`. */
  list(query?: ListPlatformFacetsQuery, options?: CallOptions): Promise<PlatformFacetList>

  /** Read a facet: `GET /platform/facets/:id`. */
  get(facet: Ref, options?: CallOptions): Promise<PlatformFacet>

  /** Create a facet: `POST /platform/facets`. */
  create(body: NewFacet, options?: CallOptions): Promise<PlatformFacet>

  /** Update a facet: `PATCH /platform/facets/:id`. */
  update(facet: Ref, body: FacetPatch, options?: CallOptions): Promise<PlatformFacet>

  /** Delete a facet: `DELETE /platform/facets/:id`. */
  delete(facet: Ref, options?: CallOptions): Promise<Deleted>

  /** List the values of a facet: `GET /platform/facets/:id/values`. */
  listValues(facet: Ref, query?: ListFacetValuesQuery, options?: CallOptions): Promise<PlatformFacetValueList>

  /** Add a value to a facet: `POST /platform/facets/:id/values`. */
  createValue(facet: Ref, body: NewFacetValue, options?: CallOptions): Promise<PlatformFacetValue>
}

/** The methods of `purveyor.platform.facetValues`. */
export interface PlatformFacetValuesResource {
  /** Read a facet value: `GET /platform/facet-values/:id`. */
  get(facetValue: Ref, options?: CallOptions): Promise<PlatformFacetValue>

  /** Update a facet value: `PATCH /platform/facet-values/:id`. */
  update(facetValue: Ref, body: FacetValuePatch, options?: CallOptions): Promise<PlatformFacetValue>

  /** Delete a facet value: `DELETE /platform/facet-values/:id`. */
  delete(facetValue: Ref, options?: CallOptions): Promise<Deleted>

  /** Merge a facet value into another one: `POST /platform/facet-values/:id/merge`. */
  merge(facetValue: Ref, body: Merge, options?: CallOptions): Promise<PlatformFacetValue>
}

/** The methods of `purveyor.platform.settings`. */
export interface PlatformSettingsResource {
  /** Read the settings: `GET /platform/settings`. */
  get(options?: CallOptions): Promise<Settings>

  /** Update the settings: `PATCH /platform/settings`. */
  update(body: SettingsPatch, options?: CallOptions): Promise<Settings>

  /** Set the marketplace's logo: `POST /platform/settings/logo`. */
  setLogo(body: SetSettingsLogoForm, options?: CallOptions): Promise<Settings>

  /** Remove the marketplace's logo: `DELETE /platform/settings/logo`. */
  deleteLogo(options?: CallOptions): Promise<Settings>
}

/** The methods of `purveyor.platform.members`. */
export interface PlatformMembersResource {
  /** List members: `GET /platform/members`. */
  list(options?: CallOptions): Promise<MemberList>

  /** Invite a member: `POST /platform/members`. */
  invite(body: NewMember, options?: CallOptions): Promise<InvitedMember>

  /** Update a member: `PATCH /platform/members/:id`. */
  update(member: Ref, body: MemberPatch, options?: CallOptions): Promise<Member>

  /** Remove a member: `DELETE /platform/members/:id`. */
  remove(member: Ref, options?: CallOptions): Promise<Deleted>

  /** Reset a member's password: `POST /platform/members/:id/reset`. */
  reset(member: Ref, options?: CallOptions): Promise<MemberReset>
}

/** The methods of `purveyor.platform.users`. */
export interface PlatformUsersResource {
  /** Reset any user's password: `POST /platform/users/:id/reset`. */
  reset(user: Ref, options?: CallOptions): Promise<MemberReset>
}

/** The methods of `purveyor.platform.apiTokens`. */
export interface PlatformApiTokensResource {
  /** List API tokens: `GET /platform/api-tokens`. */
  list(options?: CallOptions): Promise<ApiTokenList>

  /** Create an API token: `POST /platform/api-tokens`. */
  create(body: NewApiToken, options?: CallOptions): Promise<CreatedApiToken>

  /** Delete an API token: `DELETE /platform/api-tokens/:id`. */
  delete(apiToken: Ref, options?: CallOptions): Promise<Deleted>
}

/** The methods of `purveyor.platform.statistics`. */
export interface PlatformStatisticsResource {
  /** Read the statistics of the marketplace: `GET /platform/statistics`. */
  get(query?: GetPlatformStatisticsQuery, options?: CallOptions): Promise<PlatformStatistics>

  /** Read how much waits: `GET /platform/statistics/counts`. */
  counts(options?: CallOptions): Promise<PlatformCounts>
}

/** The methods of `purveyor.platform.orders`. */
export interface PlatformOrdersResource {
  /** List all orders: `GET /platform/orders`. */
  list(query?: ListPlatformOrdersQuery, options?: CallOptions): Pages<OrderSummary, PlatformOrderPage>

  /** Read an order: `GET /platform/orders/:id`. */
  get(order: Ref, options?: CallOptions): Promise<PlatformOrder>

  /** Place an order: `POST /platform/orders`. */
  create(body: NewOrder, options?: CallOptions): Promise<PlacedOrder>

  /** Cancel an order: `POST /platform/orders/:id/cancel`. */
  cancel(order: Ref, body: OrderCancelRequest, options?: CallOptions): Promise<PlatformOrder>

  /** Read how many orders were late: `GET /platform/orders/deadlines`. */
  deadlines(query?: GetDeadlineStatisticsQuery, options?: CallOptions): Promise<PlatformDeadlines>
}

/** The methods of `purveyor.platform.statements`. */
export interface PlatformStatementsResource {
  /** List the statements of all vendors: `GET /platform/statements`. */
  list(query?: ListVendorStatementsQuery, options?: CallOptions): Pages<Statement, StatementPage>

  /** Read a statement of a vendor: `GET /platform/statements/:id`. */
  get(statement: Ref, options?: CallOptions): Promise<Statement>

  /** List the lines of a statement of a vendor: `GET /platform/statements/:id/lines`. */
  lines(
    statement: Ref,
    query?: ListVendorStatementLinesQuery,
    options?: CallOptions
  ): Pages<StatementLine, StatementLinePage>

  /** Download a statement of a vendor: `GET /platform/statements/:id/document`. */
  document(statement: Ref, options?: CallOptions): Promise<Blob>

  /** Export the lines of a period: `GET /platform/statements/lines`. */
  exportLines(query: ExportStatementLinesQuery, options?: CallOptions): Promise<Blob>

  /** Mark a statement as paid: `POST /platform/statements/:id/paid`. */
  pay(statement: Ref, body: Payment, options?: CallOptions): Promise<Statement>
}

/** The methods of `purveyor.platform.adjustments`. */
export interface PlatformAdjustmentsResource {
  /** List the adjustments of a vendor: `GET /platform/vendors/:id/adjustments`. */
  list(vendor: Ref, query?: ListAdjustmentsQuery, options?: CallOptions): Pages<Adjustment, AdjustmentPage>

  /** Adjust what a vendor is owed: `POST /platform/vendors/:id/adjustments`. */
  create(vendor: Ref, body: NewAdjustment, options?: CallOptions): Promise<Adjustment>
}

/** The methods of `purveyor.platform.events`. */
export interface PlatformEventsResource {
  /** List all events: `GET /platform/events`. */
  list(query?: ListPlatformEventsQuery, options?: CallOptions): Pages<PlatformEvent, PlatformEventPage>
}

/** The methods of `purveyor.platform.webhooks`. */
export interface PlatformWebhooksResource {
  /** List webhooks: `GET /platform/webhooks`. */
  list(options?: CallOptions): Promise<WebhookList>

  /** Read a webhook: `GET /platform/webhooks/:id`. */
  get(webhook: Ref, options?: CallOptions): Promise<Webhook>

  /** Create a webhook: `POST /platform/webhooks`. */
  create(body: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret>

  /** Update a webhook: `PATCH /platform/webhooks/:id`. */
  update(webhook: Ref, body: WebhookPatch, options?: CallOptions): Promise<Webhook>

  /** Delete a webhook: `DELETE /platform/webhooks/:id`. */
  delete(webhook: Ref, options?: CallOptions): Promise<Deleted>

  /** Rotate the secret of a webhook: `POST /platform/webhooks/:id/rotate`. */
  rotateSecret(webhook: Ref, body: WebhookSecretRotation, options?: CallOptions): Promise<WebhookWithSecret>

  /** Test a webhook: `POST /platform/webhooks/:id/test`. */
  test(webhook: Ref, body: WebhookTest, options?: CallOptions): Promise<WebhookTestResult>

  /** Replay events of a webhook: `POST /platform/webhooks/:id/replay`. */
  replay(webhook: Ref, body: WebhookReplay, options?: CallOptions): Promise<Webhook>

  /** Read the status of a webhook: `GET /platform/webhooks/:id/status`. */
  status(webhook: Ref, options?: CallOptions): Promise<WebhookStatus>

  /** List failed attempts of a webhook: `GET /platform/webhooks/:id/failed-attempts`. */
  failedAttempts(
    webhook: Ref,
    query?: ListPlatformWebhookFailedAttemptsQuery,
    options?: CallOptions
  ): Pages<WebhookFailedAttempt, WebhookFailedAttemptPage>

  /** List events of a webhook that are set aside: `GET /platform/webhooks/:id/set-aside-events`. */
  setAsideEvents(
    webhook: Ref,
    query?: ListPlatformWebhookSetAsideEventsQuery,
    options?: CallOptions
  ): Pages<WebhookSetAsideEvent, WebhookSetAsidePage>
}

/** The methods of `purveyor.platform.vendorWebhooks`. */
export interface PlatformVendorWebhooksResource {
  /** List the webhooks of vendors: `GET /platform/vendor-webhooks`. */
  list(query?: ListVendorWebhooksQuery, options?: CallOptions): Pages<VendorWebhook, VendorWebhookPage>

  /** Stop a webhook of a vendor: `POST /platform/vendor-webhooks/:id/stop`. */
  stop(vendorWebhook: Ref, body: WebhookStop, options?: CallOptions): Promise<Webhook>

  /** Start a webhook of a vendor: `POST /platform/vendor-webhooks/:id/start`. */
  start(vendorWebhook: Ref, options?: CallOptions): Promise<Webhook>
}

/** The methods of `purveyor.platform.catalogChanges`. */
export interface PlatformCatalogChangesResource {
  /** List changes of the catalog: `GET /platform/catalog-changes`. */
  list(query?: ListCatalogChangesQuery, options?: CallOptions): Pages<CatalogChange, CatalogChangePage>
}

/** The methods of `purveyor.storefront.products`. */
export interface StorefrontProductsResource {
  /** List products on sale: `GET /storefront/products`. */
  list(query?: ListStorefrontProductsQuery, options?: CallOptions): Pages<StorefrontProduct, StorefrontPage>

  /** Read a product on sale: `GET /storefront/products/:slug`. */
  get(product: string | { readonly slug: string }, options?: CallOptions): Promise<StorefrontProduct>
}

/** The methods of `purveyor.storefront.vendors`. */
export interface StorefrontVendorsResource {
  /** List vendors: `GET /storefront/vendors`. */
  list(
    query?: ListStorefrontVendorsQuery,
    options?: CallOptions
  ): Pages<StorefrontVendorProfile, StorefrontVendorPage>

  /** Read a vendor as customers see it: `GET /storefront/vendors/:slug`. */
  get(vendor: string | { readonly slug: string }, options?: CallOptions): Promise<StorefrontVendorProfile>
}

/** The methods of `purveyor.storefront.marketplace`. */
export interface StorefrontMarketplaceResource {
  /** Read the marketplace: `GET /storefront/marketplace`. */
  get(options?: CallOptions): Promise<StorefrontMarketplace>
}

/** The methods of `purveyor.storefront.quotes`. */
export interface StorefrontQuotesResource {
  /** Quote a cart: `POST /storefront/quotes`. */
  create(body: QuoteRequest, options?: CallOptions): Promise<Quotes>
}

/** The methods of `purveyor.storefront.categories`. */
export interface StorefrontCategoriesResource {
  /** Read the category tree: `GET /storefront/categories`. */
  list(options?: CallOptions): Promise<CategoryTree>
}

/** The methods of `purveyor.assets`. */
export interface AssetsResource {
  /** Read a stored file: `GET /assets/:folder/:file`. */
  get(folder: string, file: string, options?: CallOptions): Promise<Blob>
}

/** The methods of `purveyor.health`. */
export interface HealthResource {
  /** Check that the process is alive: `GET /livez`. */
  live(options?: CallOptions): Promise<{
    status: 'ok'
  }>

  /** Check that the service can handle requests: `GET /readyz`. */
  ready(options?: CallOptions): Promise<{
    status: 'ok'
    /**
     * Whether the mail server could be reached when this process has used it last. Omitted if the process
     * sends no mails. While it is DOWN, mails wait; the process is ready all the same.
     */
    mailServer?: 'UP' | 'DOWN'
  }>

  /** Read which release is running: `GET /version`. */
  version(options?: CallOptions): Promise<Version>
}

/** All groups of methods. */
export interface GeneratedResources {
  readonly auth: AuthResource
  readonly profile: ProfileResource
  readonly members: MembersResource
  readonly apiTokens: ApiTokensResource
  readonly shippingMethods: ShippingMethodsResource
  readonly categories: CategoriesResource
  readonly attributes: AttributesResource
  readonly collections: CollectionsResource
  readonly tags: TagsResource
  readonly facets: FacetsResource
  readonly products: ProductsResource
  readonly templates: TemplatesResource
  readonly importJobs: ImportJobsResource
  readonly orders: OrdersResource
  readonly purchaseOrders: PurchaseOrdersResource
  readonly shipments: ShipmentsResource
  readonly carriers: CarriersResource
  readonly statements: StatementsResource
  readonly events: EventsResource
  readonly webhooks: WebhooksResource
  readonly statistics: StatisticsResource
  readonly platform: {
    readonly moderation: PlatformModerationResource
    readonly products: PlatformProductsResource
    readonly approvalRules: PlatformApprovalRulesResource
    readonly reasonTemplates: PlatformReasonTemplatesResource
    readonly vendors: PlatformVendorsResource
    readonly importJobs: PlatformImportJobsResource
    readonly categories: PlatformCategoriesResource
    readonly categoryAttributes: PlatformCategoryAttributesResource
    readonly attributes: PlatformAttributesResource
    readonly collections: PlatformCollectionsResource
    readonly tags: PlatformTagsResource
    readonly facets: PlatformFacetsResource
    readonly facetValues: PlatformFacetValuesResource
    readonly settings: PlatformSettingsResource
    readonly members: PlatformMembersResource
    readonly users: PlatformUsersResource
    readonly apiTokens: PlatformApiTokensResource
    readonly statistics: PlatformStatisticsResource
    readonly orders: PlatformOrdersResource
    readonly statements: PlatformStatementsResource
    readonly adjustments: PlatformAdjustmentsResource
    readonly events: PlatformEventsResource
    readonly webhooks: PlatformWebhooksResource
    readonly vendorWebhooks: PlatformVendorWebhooksResource
    readonly catalogChanges: PlatformCatalogChangesResource
  }
  readonly storefront: {
    readonly products: StorefrontProductsResource
    readonly vendors: StorefrontVendorsResource
    readonly marketplace: StorefrontMarketplaceResource
    readonly quotes: StorefrontQuotesResource
    readonly categories: StorefrontCategoriesResource
  }
  readonly assets: AssetsResource
  readonly health: HealthResource
}
