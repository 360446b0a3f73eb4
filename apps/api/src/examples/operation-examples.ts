import type { OperationExample } from '../http/openapi/operation-example.ts'
import { accountExamples } from './account-examples.ts'
import { approvalRuleExamples } from './approval-rule-examples.ts'
import { attributeExamples } from './attribute-examples.ts'
import { bulkExamples } from './bulk-examples.ts'
import { moderationExamples } from './moderation-examples.ts'
import { orderExamples } from './order-examples.ts'
import { platformExamples } from './platform-examples.ts'
import { productExamples } from './product-examples.ts'
import { storefrontExamples } from './storefront-examples.ts'
import { taxonomyExamples } from './taxonomy-examples.ts'
import { webhookExamples } from './webhook-examples.ts'

/** The examples of all operations by operation id. */
export const operationExamples: Record<string, OperationExample> = {
  ...accountExamples,
  ...productExamples,
  ...bulkExamples,
  ...orderExamples,
  ...moderationExamples,
  ...approvalRuleExamples,
  ...platformExamples,
  ...taxonomyExamples,
  ...attributeExamples,
  ...storefrontExamples,
  ...webhookExamples
}
