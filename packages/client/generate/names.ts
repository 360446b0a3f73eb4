/**
 * The methods of the client: each group with its methods, written `method=operationId`, or only the name if
 * both are equal. The document's operations that are in no group must be in `omitted`.
 */
export const names: Record<string, string> = {
  auth: 'login refresh logout me=getMe changePassword resetPassword acceptInvitation',
  profile: 'get=getProfile update=updateProfile setLogo deleteLogo',
  members: 'list=listMembers invite=inviteMember update=updateMember remove=removeMember reset=resetMember',
  apiTokens: 'list=listApiTokens create=createApiToken delete=deleteApiToken',
  shippingMethods: `list=listShippingMethods get=getShippingMethod create=createShippingMethod
    update=updateShippingMethod delete=deleteShippingMethod`,
  categories: 'list=listCategories',
  collections: 'list=listCollections',
  tags: 'list=listTags',
  facets: 'list=listFacets',
  products: `list=listProducts get=getProduct create=createProduct update=updateProduct delete=deleteProduct
    submit=submitProduct addImage=addProductImage replaceImages=replaceProductImages
    deleteImage=deleteProductImage getPendingImage deleteVariant withdrawRevision reviews=listProductReviews
    history=listProductHistory bulkUpload=bulkUploadProducts bulkUpdate=bulkUpdateProducts
    export=exportProducts`,
  importJobs: `list=listImportJobs get=getImportJob items=listImportItems report=getImportReport
    retry=retryImportJob cancel=cancelImportJob`,
  orders: `list=listOrders get=getOrder acknowledge=acknowledgeOrder acknowledgeMany=acknowledgeOrders
    cancel=cancelOrder packingSlip=getPackingSlip`,
  purchaseOrders: 'list=listPurchaseOrders get=getPurchaseOrder document=getPurchaseOrderDocument',
  shipments: `list=listShipments get=getShipment create=createShipment createMany=createShipments
    update=updateShipment`,
  carriers: 'list=listCarriers',
  events: 'list=listEvents',
  'platform.moderation': `list=listModeration decide=decideModeration claim=claimModerationEntries
    release=releaseModerationEntries statistics=getModerationStatistics snapshots=listModerationSnapshots
    getSnapshot=getModerationSnapshot`,
  'platform.products': `list=listPlatformProducts get=getPlatformProduct approve=approveProduct
    reject=rejectProduct hide=hideProduct publish=publishProduct approveRevision rejectRevision decideRevision
    acceptChange hideChange addReview=createProductReview history=listPlatformProductHistory
    getPendingImage=getPlatformPendingImage`,
  'platform.approvalRules': `list=listApprovalRules get=getApprovalRule create=createApprovalRule
    update=updateApprovalRule delete=deleteApprovalRule order=orderApprovalRules preview=previewApprovalRules
    apply=applyApprovalRules`,
  'platform.reasonTemplates': `list=listReasonTemplates get=getReasonTemplate create=createReasonTemplate
    update=updateReasonTemplate delete=deleteReasonTemplate`,
  'platform.vendors': `list=listVendors get=getVendor create=createVendor update=updateVendor
    members=listVendorMembers inviteMember=inviteVendorMember`,
  'platform.categories': `list=listPlatformCategories get=getCategory create=createCategory
    update=updateCategory delete=deleteCategory setImage=setCategoryImage deleteImage=deleteCategoryImage`,
  'platform.collections': `list=listPlatformCollections get=getCollection create=createCollection
    update=updateCollection delete=deleteCollection`,
  'platform.tags': 'list=listPlatformTags get=getTag create=createTag update=updateTag delete=deleteTag',
  'platform.facets': `list=listPlatformFacets get=getFacet create=createFacet update=updateFacet
    delete=deleteFacet listValues=listFacetValues createValue=createFacetValue`,
  'platform.facetValues': 'get=getFacetValue update=updateFacetValue delete=deleteFacetValue',
  'platform.settings': `get=getSettings update=updateSettings setLogo=setSettingsLogo
    deleteLogo=deleteSettingsLogo`,
  'platform.members': `list=listPlatformMembers invite=invitePlatformMember update=updatePlatformMember
    remove=removePlatformMember reset=resetPlatformMember`,
  'platform.users': 'reset=resetUser',
  'platform.apiTokens': `list=listPlatformApiTokens create=createPlatformApiToken
    delete=deletePlatformApiToken`,
  'platform.orders': `list=listPlatformOrders get=getPlatformOrder create=placeOrder
    cancel=cancelPlatformOrder`,
  'platform.events': 'list=listPlatformEvents',
  'platform.catalogChanges': 'list=listCatalogChanges',
  'storefront.products': 'list=listStorefrontProducts get=getStorefrontProduct',
  'storefront.categories': 'list=listStorefrontCategories',
  assets: 'get=getAsset',
  health: 'live=getLiveness ready=getReadiness'
}

export const omitted = ['formerProductsBulk', 'formerProductsFeed', 'formerProductsExport']
