// Generated from apps/api/openapi.json by `npm run client-types`. Do not edit.

export const operations = {
  auth: {
    login: 'POST /auth/login body',
    refresh: 'POST /auth/refresh body',
    logout: 'POST /auth/logout',
    me: 'GET /auth/me',
    changePassword: 'POST /auth/password body',
    resetPassword: 'POST /auth/password/reset body',
    acceptInvitation: 'POST /auth/invitations/accept body',
    mailSettings: 'GET /auth/me/mail-settings',
    replaceMailSettings: 'PUT /auth/me/mail-settings body',
    startSession: 'POST /auth/session body',
    refreshSession: 'POST /auth/session/refresh query',
    endSession: 'DELETE /auth/session query'
  },
  profile: {
    get: 'GET /vendor/me/profile',
    update: 'PATCH /vendor/me/profile body key match',
    setLogo: 'POST /vendor/me/logo form=file key match=/vendor/me/profile',
    deleteLogo: 'DELETE /vendor/me/logo match=/vendor/me/profile'
  },
  members: {
    list: 'GET /vendor/me/members',
    invite: 'POST /vendor/me/members body',
    update: 'PATCH /vendor/me/members/:id body match',
    remove: 'DELETE /vendor/me/members/:id match',
    reset: 'POST /vendor/me/members/:id/reset'
  },
  apiTokens: {
    list: 'GET /vendor/me/api-tokens',
    create: 'POST /vendor/me/api-tokens body',
    delete: 'DELETE /vendor/me/api-tokens/:id match'
  },
  shippingMethods: {
    list: 'GET /vendor/me/shipping-methods',
    get: 'GET /vendor/me/shipping-methods/:id',
    create: 'POST /vendor/me/shipping-methods body key',
    update: 'PATCH /vendor/me/shipping-methods/:id body key match',
    delete: 'DELETE /vendor/me/shipping-methods/:id match'
  },
  categories: { list: 'GET /vendor/categories query', schema: 'GET /vendor/categories/:id/schema' },
  attributes: { list: 'GET /vendor/attributes' },
  collections: { list: 'GET /vendor/collections' },
  tags: { list: 'GET /vendor/tags' },
  facets: { list: 'GET /vendor/facets' },
  products: {
    list: 'GET /vendor/products query pages=products',
    get: 'GET /vendor/products/:id',
    create: 'POST /vendor/products body key',
    update: 'PATCH /vendor/products/:id body key match',
    delete: 'DELETE /vendor/products/:id match',
    submit: 'POST /vendor/products/:id/submit key',
    addImage: 'POST /vendor/products/:id/images form=file key match=/vendor/products/:id',
    replaceImages: 'PUT /vendor/products/:id/images form=images key match=/vendor/products/:id',
    deleteImage: 'DELETE /vendor/products/:id/images/:imageId match=/vendor/products/:id',
    getPendingImage: 'GET /vendor/products/:id/revision/images/:imageId file',
    deleteVariant: 'DELETE /vendor/products/:id/variants/:variantId match=/vendor/products/:id',
    withdrawRevision: 'DELETE /vendor/products/:id/revision match=/vendor/products/:id',
    reviews: 'GET /vendor/products/:id/reviews query pages=reviews',
    history: 'GET /vendor/products/:id/history query pages=history',
    bulkUpload: 'POST /vendor/products/bulk-upload body key',
    bulkUpdate: 'POST /vendor/products/bulk-update body key',
    export: 'GET /vendor/products/export query pages=products'
  },
  templates: { get: 'GET /vendor/templates query file' },
  importJobs: {
    list: 'GET /vendor/import-jobs query pages=jobs',
    get: 'GET /vendor/import-jobs/:queue_id query',
    items: 'GET /vendor/import-jobs/:queue_id/items query pages=items',
    report: 'GET /vendor/import-jobs/:queue_id/report query',
    retry: 'POST /vendor/import-jobs/:queue_id/retry key',
    cancel: 'POST /vendor/import-jobs/:queue_id/cancel key'
  },
  orders: {
    list: 'GET /vendor/orders query pages=orders',
    get: 'GET /vendor/orders/:id',
    acknowledge: 'POST /vendor/orders/:id/acknowledge key',
    acknowledgeMany: 'POST /vendor/orders/acknowledge body key',
    cancel: 'POST /vendor/orders/:id/cancel body key',
    packingSlip: 'GET /vendor/orders/:id/packing-slip file',
    packingSlips: 'GET /vendor/orders/packing-slips query file'
  },
  purchaseOrders: {
    list: 'GET /vendor/purchase-orders query pages=purchaseOrders',
    get: 'GET /vendor/purchase-orders/:id',
    document: 'GET /vendor/purchase-orders/:id/document file'
  },
  shipments: {
    list: 'GET /vendor/shipments query pages=shipments',
    get: 'GET /vendor/shipments/:id',
    create: 'POST /vendor/shipments body key',
    createMany: 'POST /vendor/shipments/bulk body key',
    update: 'PATCH /vendor/shipments/:id body key match'
  },
  carriers: { list: 'GET /vendor/carriers' },
  statements: {
    list: 'GET /vendor/statements query pages=statements',
    get: 'GET /vendor/statements/:id',
    open: 'GET /vendor/statements/open',
    openLines: 'GET /vendor/statements/open/lines query pages=lines',
    lines: 'GET /vendor/statements/:id/lines query pages=lines',
    document: 'GET /vendor/statements/:id/document file'
  },
  events: { list: 'GET /vendor/events query pages=events' },
  webhooks: {
    list: 'GET /vendor/me/webhooks',
    get: 'GET /vendor/me/webhooks/:id',
    create: 'POST /vendor/me/webhooks body',
    update: 'PATCH /vendor/me/webhooks/:id body key match',
    delete: 'DELETE /vendor/me/webhooks/:id match',
    rotateSecret: 'POST /vendor/me/webhooks/:id/rotate body',
    test: 'POST /vendor/me/webhooks/:id/test body',
    replay: 'POST /vendor/me/webhooks/:id/replay body key',
    status: 'GET /vendor/me/webhooks/:id/status',
    failedAttempts: 'GET /vendor/me/webhooks/:id/failed-attempts query pages=failedAttempts',
    setAsideEvents: 'GET /vendor/me/webhooks/:id/set-aside-events query pages=setAsideEvents'
  },
  statistics: { get: 'GET /vendor/statistics query' },
  platform: {
    moderation: {
      list: 'GET /platform/moderation query pages=entries',
      decide: 'POST /platform/moderation/decisions body key',
      claim: 'POST /platform/moderation/claims body',
      release: 'POST /platform/moderation/claims/release body',
      statistics: 'GET /platform/moderation/statistics query',
      snapshots: 'GET /platform/moderation/snapshots query pages=snapshots',
      getSnapshot: 'GET /platform/moderation/snapshots/:id',
      changeSets: 'GET /platform/moderation/change-sets query pages=changeSets',
      getChangeSet: 'GET /platform/moderation/change-sets/:id',
      acceptChangeSet: 'POST /platform/moderation/change-sets/:id/accept body'
    },
    products: {
      list: 'GET /platform/products query pages=products',
      get: 'GET /platform/products/:id',
      approve: 'POST /platform/products/:id/approve body key',
      reject: 'POST /platform/products/:id/reject body key',
      hide: 'POST /platform/products/:id/hide body key',
      publish: 'POST /platform/products/:id/publish key',
      approveRevision: 'POST /platform/products/:id/revision/approve body key',
      rejectRevision: 'POST /platform/products/:id/revision/reject body key',
      decideRevision: 'POST /platform/products/:id/revision/decide body key',
      correct: 'PATCH /platform/products/:id/revision body key match=/platform/products/:id',
      acceptChange: 'POST /platform/products/:id/change/accept body key',
      hideChange: 'POST /platform/products/:id/change/hide body key',
      addReview: 'POST /platform/products/:id/reviews body key',
      history: 'GET /platform/products/:id/history query pages=history',
      getPendingImage: 'GET /platform/products/:id/revision/images/:imageId file'
    },
    approvalRules: {
      list: 'GET /platform/approval-rules',
      get: 'GET /platform/approval-rules/:id',
      create: 'POST /platform/approval-rules body key',
      update: 'PATCH /platform/approval-rules/:id body key match',
      delete: 'DELETE /platform/approval-rules/:id match',
      order: 'PUT /platform/approval-rules/order body key match=/platform/approval-rules',
      preview: 'POST /platform/approval-rules/preview body',
      apply: 'POST /platform/approval-rules/apply',
      previewApply: 'POST /platform/approval-rules/apply/preview',
      previewedEntries: 'GET /platform/approval-rules/apply/preview/:id/entries query pages=entries',
      applyPreview: 'POST /platform/approval-rules/apply/preview/:id/apply'
    },
    reasonTemplates: {
      list: 'GET /platform/reason-templates query',
      get: 'GET /platform/reason-templates/:id',
      create: 'POST /platform/reason-templates body key',
      update: 'PATCH /platform/reason-templates/:id body key match',
      delete: 'DELETE /platform/reason-templates/:id match'
    },
    vendors: {
      list: 'GET /platform/vendors query pages=vendors',
      get: 'GET /platform/vendors/:id',
      create: 'POST /platform/vendors body key',
      update: 'PATCH /platform/vendors/:id body key match',
      previewCommission: 'POST /platform/vendors/:id/commission/preview body',
      members: 'GET /platform/vendors/:id/members',
      inviteMember: 'POST /platform/vendors/:id/members body',
      figures: 'GET /platform/vendors/:id/figures query'
    },
    importJobs: {
      list: 'GET /platform/import-jobs query pages=jobs',
      get: 'GET /platform/import-jobs/:queue_id',
      items: 'GET /platform/import-jobs/:queue_id/items query pages=items',
      report: 'GET /platform/import-jobs/:queue_id/report query'
    },
    categories: {
      list: 'GET /platform/categories query',
      get: 'GET /platform/categories/:id',
      create: 'POST /platform/categories body key',
      update: 'PATCH /platform/categories/:id body key match',
      delete: 'DELETE /platform/categories/:id match',
      setImage: 'PUT /platform/categories/:id/image form=file key match=/platform/categories/:id',
      deleteImage: 'DELETE /platform/categories/:id/image match=/platform/categories/:id',
      merge: 'POST /platform/categories/:id/merge body key match=/platform/categories/:id',
      previewMerge: 'POST /platform/categories/:id/merge/preview body',
      previewMove: 'POST /platform/categories/:id/move/preview body'
    },
    categoryAttributes: {
      get: 'GET /platform/categories/:id/attributes',
      set: 'PUT /platform/categories/:id/attributes body key',
      preview: 'POST /platform/categories/:id/attributes/preview body'
    },
    attributes: {
      list: 'GET /platform/attributes query',
      get: 'GET /platform/attributes/:id',
      create: 'POST /platform/attributes body key',
      update: 'PATCH /platform/attributes/:id body key match',
      delete: 'DELETE /platform/attributes/:id match',
      preview: 'POST /platform/attributes/:id/preview body'
    },
    collections: {
      list: 'GET /platform/collections query',
      get: 'GET /platform/collections/:id',
      create: 'POST /platform/collections body key',
      update: 'PATCH /platform/collections/:id body key match',
      delete: 'DELETE /platform/collections/:id match',
      merge: 'POST /platform/collections/:id/merge body key match=/platform/collections/:id'
    },
    tags: {
      list: 'GET /platform/tags query',
      get: 'GET /platform/tags/:id',
      create: 'POST /platform/tags body key',
      update: 'PATCH /platform/tags/:id body key match',
      delete: 'DELETE /platform/tags/:id match',
      merge: 'POST /platform/tags/:id/merge body key match=/platform/tags/:id'
    },
    facets: {
      list: 'GET /platform/facets query',
      get: 'GET /platform/facets/:id',
      create: 'POST /platform/facets body key',
      update: 'PATCH /platform/facets/:id body key match',
      delete: 'DELETE /platform/facets/:id match',
      listValues: 'GET /platform/facets/:id/values query',
      createValue: 'POST /platform/facets/:id/values body key'
    },
    facetValues: {
      get: 'GET /platform/facet-values/:id',
      update: 'PATCH /platform/facet-values/:id body key match',
      delete: 'DELETE /platform/facet-values/:id match',
      merge: 'POST /platform/facet-values/:id/merge body key match=/platform/facet-values/:id'
    },
    settings: {
      get: 'GET /platform/settings',
      update: 'PATCH /platform/settings body key match',
      setLogo: 'POST /platform/settings/logo form=file key match=/platform/settings',
      deleteLogo: 'DELETE /platform/settings/logo match=/platform/settings'
    },
    members: {
      list: 'GET /platform/members',
      invite: 'POST /platform/members body',
      update: 'PATCH /platform/members/:id body match',
      remove: 'DELETE /platform/members/:id match',
      reset: 'POST /platform/members/:id/reset'
    },
    users: { reset: 'POST /platform/users/:id/reset' },
    apiTokens: {
      list: 'GET /platform/api-tokens',
      create: 'POST /platform/api-tokens body',
      delete: 'DELETE /platform/api-tokens/:id match'
    },
    statistics: { get: 'GET /platform/statistics query', counts: 'GET /platform/statistics/counts' },
    orders: {
      list: 'GET /platform/orders query pages=orders',
      get: 'GET /platform/orders/:id',
      create: 'POST /platform/orders body key',
      cancel: 'POST /platform/orders/:id/cancel body key',
      deadlines: 'GET /platform/orders/deadlines query'
    },
    statements: {
      list: 'GET /platform/statements query pages=statements',
      get: 'GET /platform/statements/:id',
      lines: 'GET /platform/statements/:id/lines query pages=lines',
      document: 'GET /platform/statements/:id/document file',
      exportLines: 'GET /platform/statements/lines query file',
      pay: 'POST /platform/statements/:id/paid body key match=/platform/statements/:id'
    },
    adjustments: {
      list: 'GET /platform/vendors/:id/adjustments query pages=adjustments',
      create: 'POST /platform/vendors/:id/adjustments body key'
    },
    events: { list: 'GET /platform/events query pages=events' },
    webhooks: {
      list: 'GET /platform/webhooks',
      get: 'GET /platform/webhooks/:id',
      create: 'POST /platform/webhooks body',
      update: 'PATCH /platform/webhooks/:id body key match',
      delete: 'DELETE /platform/webhooks/:id match',
      rotateSecret: 'POST /platform/webhooks/:id/rotate body',
      test: 'POST /platform/webhooks/:id/test body',
      replay: 'POST /platform/webhooks/:id/replay body key',
      status: 'GET /platform/webhooks/:id/status',
      failedAttempts: 'GET /platform/webhooks/:id/failed-attempts query pages=failedAttempts',
      setAsideEvents: 'GET /platform/webhooks/:id/set-aside-events query pages=setAsideEvents'
    },
    vendorWebhooks: {
      list: 'GET /platform/vendor-webhooks query pages=webhooks',
      stop: 'POST /platform/vendor-webhooks/:id/stop body key',
      start: 'POST /platform/vendor-webhooks/:id/start key'
    },
    catalogChanges: { list: 'GET /platform/catalog-changes query pages=changes' }
  },
  storefront: {
    products: {
      list: 'GET /storefront/products query pages=products',
      get: 'GET /storefront/products/:slug'
    },
    vendors: { list: 'GET /storefront/vendors query pages=vendors', get: 'GET /storefront/vendors/:slug' },
    marketplace: { get: 'GET /storefront/marketplace' },
    quotes: { create: 'POST /storefront/quotes body' },
    categories: { list: 'GET /storefront/categories' }
  },
  assets: { get: 'GET /assets/:folder/:file file' },
  health: { live: 'GET /livez', ready: 'GET /readyz', version: 'GET /version' }
} as const
