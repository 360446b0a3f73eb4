/**
 * Ids of objects of the demo marketplace that examples refer to. They are the same in every demo marketplace.
 * To find others, read the objects from a service that `npm start` has started.
 */
export const demoIds = {
  vendors: {
    harborSupply: '01990cdf-8800-7407-861a-eb49c7fa03b3',
    summitTools: '01990cdf-8800-7f1d-898a-a36409d1a558',
    keystone: '01990cdf-8800-7781-8a98-3aaf04a3464d'
  },
  users: {
    admin: '01990cdf-8800-7e5b-8748-6822d030300f',
    editor: '01990cdf-8800-706d-8c28-803a495fb743',
    viewer: '01990cdf-8800-77ea-8404-b99e51689780',
    moderator: '01990cdf-8800-7580-8827-d6600a5d3bb0',
    nonMember: '01990cdf-8800-77d1-8f6b-bbf732276584'
  },
  apiTokens: {
    stockSync: '01990cdf-8800-73a7-88ae-6c7e429f19cd',
    storefront: '01990cdf-8800-7268-83db-42628e0e73cb'
  },
  webhooks: {
    /** Of Harbor Supply, stopped by its owner. */
    orders: '01990cdf-8800-7cbf-8564-7805bcc35547',
    /** Of Summit Tools, stopped by the operator. */
    allEvents: '01990cdf-8800-78b4-8d10-e6943c5c9edd',
    /** Of the operator, stopped. */
    searchIndex: '01990cdf-8800-7056-8c5f-88fa55f2d762'
  },
  shippingMethods: {
    parcel: '01990cdf-8800-7aa7-8eda-16b286ef4e7d',
    freight: '01990cdf-8802-7aa0-8fa7-fc384078c9fb'
  },
  categories: {
    handTools: '01990cdf-8800-7fd0-8548-d7556399f159',
    powerTools: '01990cdf-8800-737c-828e-a07f5f7de325',
    wrenches: '01990cdf-8800-7056-80e1-65ff0b610a5b',
    measuring: '01990cdf-8800-7fe5-8c08-41b32055ede5',
    signs: '01990cdf-8800-70ab-885e-983ca7368ccb',
    saws: '01990cdf-8800-7c35-8043-ef06ee233672',
    grinders: '01990cdf-8800-7a25-85c8-215c137b33bb',
    hearingProtection: '01990cdf-8800-77b0-8013-315862a7a77b',
    respirators: '01990cdf-8800-700f-8754-f0b122128df5'
  },
  collections: {
    springCatalog: '01990cdf-8800-7948-8c0b-db9786700e5b',
    contractorFavorites: '01990cdf-8800-7ba5-864d-78df57430755',
    tradeShowPicks: '01990cdf-8800-71d9-808d-6b3423dfc088'
  },
  tags: {
    new: '01990cdf-8800-7aba-8c36-a3254d0dbe92',
    clearance: '01990cdf-8800-751a-888a-cabf76d81ab5',
    madeInUsa: '01990cdf-8800-70fe-8658-f789803040d2'
  },
  facets: {
    material: '01990cdf-8800-7ee6-84e9-175ddc514a9b',
    finish: '01990cdf-8800-7541-87dd-b1c7aa780b02'
  },
  facetValues: {
    steel: '01990cdf-8800-7ae1-8cb4-2f6496134ed0',
    brass: '01990cdf-8800-71de-893e-5081c1ef2e53',
    stainlessSteel: '01990cdf-8800-7391-8ab0-5c145fd897e6',
    nylon: '01990cdf-8800-7ab2-873e-6480c8e75d17'
  },
  products: {
    /** KF-101, a published product with a price that changed. */
    flangeBolt: '019a41dd-1800-78d6-80f7-a9a7df7d7bd3',
    /** KF-112, a published product with a staged short description, a sample of a rule. */
    socketScrew: '019a8f1c-7c00-7d1a-8e08-10683b9cc656',
    /** KF-124, a published product whose brand and price changed. */
    washers: '019ab329-0000-7d71-8590-1bdddc38f430',
    /** HS-1010, a published product. */
    wrench: '0199ae2e-9a76-73da-8a5c-50e6f971fc39',
    /** HS-1031, a published product with two variants. */
    hexKeys: '019a5885-e000-7f2b-8b38-5030242ceeda',
    /** HS-1105, a published product with two images. */
    screwdriver: '019a8837-e93b-78dc-8fcf-048d16df2eec',
    /** HS-1203, a published product. */
    hammer: '019aee6c-4627-7924-84b3-a06fa8ad136f',
    /** HS-6203, a published product. */
    storageBin: '019b09ad-7000-7212-8908-1189a57ea08f',
    /** HS-5115, a hidden product. */
    headlamp: '019acc5a-d1d9-78e4-85ac-5f685eba9a36',
    /** HS-3209, a draft. */
    brassScrew: '019a4415-009e-7a60-860f-101de3d4e449',
    /** HS-6209, a draft. */
    shelving: '019b2bbe-e44f-7ddf-82fe-21cb22626123',
    /** HS-2120, HS-3306 and HS-1211: products that wait for approval. */
    sawBlade: '019b6af8-49d9-76cc-8c8f-d270bd214995',
    wallAnchors: '019b6d58-c314-7274-88a8-9fc16011e726',
    mallet: '019b6fb9-3c4f-7568-8c8d-cbb240d38b75',
    /** HS-1022, HS-5006, HS-4008, HS-3008 and HS-2009: published products with staged edits. */
    adjustableWrench: '019a2203-8c4f-7c2b-8bb3-879acf943168',
    extensionCord: '0199fff2-1800-7395-877d-9426b54d8e4a',
    nitrileGloves: '0199f921-cd8a-7c04-86d9-49a8085d6f88',
    capScrew: '019a51b5-958a-7fae-8109-1773a930a5d5',
    impactDriver: '0199f251-8314-789c-82e9-bba7077f56e1'
  },
  variants: {
    /** HS-1010-08, a variant of `wrench`. */
    wrench8: '01990cdf-8800-7df2-8c0f-350b92967ced',
    /** A variant of `hexKeys` that no order contains. */
    hexKeys: '01990cdf-8800-7331-81a6-6f4f61921c8d'
  },
  images: {
    wrench: '01990cdf-8801-78d2-8eba-5e0e3f9c821e',
    screwdriver: '01990cdf-8801-7271-8796-7d43eb2ed871',
    /** A staged image of `impactDriver`. */
    impactDriver: '01990cdf-8801-7088-881d-36cfb972c59e'
  },
  importJobs: {
    /** An import with the status COMPLETED_WITH_ERRORS. */
    rivets: '019b1d81-1f00-7685-8684-567946cdd4f3',
    /** An import with the status CANCELLED. */
    prices: '019b4710-4800-7041-8efb-ed1a39b77340'
  },
  /** Orders as customers placed them. */
  orders: {
    confirmed: '019b76a2-e690-7516-8731-6f2837f09a75'
  },
  /** Orders of Harbor Supply, by their status. */
  suborders: {
    confirmed: '019b74b5-9580-7a69-8bfa-b85e914270c6',
    /** The suborder of `orders.confirmed`, with the status CONFIRMED too. */
    newest: '019b76a2-e690-7395-8901-fce452ef432c',
    cancellable: '019b75f9-5468-7428-875d-006947aadead',
    acknowledged: '019b7304-5758-7d67-8774-ddaf35da6fd8',
    /** Two more orders with the status ACKNOWLEDGED. */
    tools: '019b6dee-cc08-768f-8a0a-38ad728191dc',
    supplies: '019b6609-ffd0-754e-809b-6fda77ae1492',
    partiallyShipped: '019b5fd2-6a80-7836-86d8-2eb18627726c'
  },
  /** Lines of the orders with the same names in `suborders`. */
  orderItems: {
    cancellable: '019b75f9-5468-70a9-8c11-4226cc3b5937',
    acknowledged: '019b7304-5758-778b-88a2-5d6b076bd7e1',
    tools: '019b6dee-cc08-7708-8a23-b90cbcb27777'
  },
  snapshots: {
    /** The rejection of `brassScrew`. */
    brassScrew: '01990cdf-8800-722e-8844-7f0be4c2a339'
  },
  changeSets: {
    /** The prices of three products of Keystone Fasteners, changed in one bulk update. */
    prices: '01990cdf-8800-74a6-8a83-756ddf413ef2'
  },
  /** All approval rules, in their order. */
  approvalRules: {
    newProducts: '01990cdf-8800-7872-85b3-a4e80e9e6c42',
    otherProducts: '01990cdf-8801-7e0c-80d7-6ccaef666a2e',
    smallEdits: '01990cdf-8802-704e-8487-940561053f53',
    newPictures: '01990cdf-8803-79eb-8df5-bf38b6d5bacd'
  },
  reasonTemplates: {
    wrongImage: '01990cdf-8800-728e-8b01-d1d30c8c0ddb',
    unclearName: '01990cdf-8800-74e8-89a3-2774eb49fa85',
    duplicate: '01990cdf-8800-747d-865c-3ef629c2b122'
  },
  attributes: {
    /** An attribute of power tools. */
    voltage: '01990cdf-8800-749a-85ef-08aeeebc104d',
    /** An attribute that no category lists. */
    packaging: '01990cdf-8800-7bb8-86e1-1ba5b1e97f5a'
  },
  statements: {
    /** The newest closed statement of Harbor Supply, which isn't paid yet, and the one before it. */
    newest: '019b299b-4400-71c9-81d1-6c4d2eff291f',
    paid: '019adc5b-e000-76ae-8867-25505451905c'
  },
  shipments: {
    /** A shipment of Harbor Supply with the status SHIPPED. */
    shipped: '019b6d74-d178-75fb-8332-8adc24b207ac'
  }
} as const
