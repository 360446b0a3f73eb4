import type { OperationExample } from '../http/openapi/operation-example.ts'
import { demoIds } from './demo-ids.ts'

const { approvalRules, categories } = demoIds
/** Stands for the id of a preview, which isn't in the demo: each request generates another one. */
export const generatedPreviewId = '019acf5e-2f00-7d3a-9c41-5b7e0f6d2a18'
const rule = {
  name: 'Small edits of texts by trusted vendors',
  isActive: false,
  when: {
    kinds: ['REVISION'],
    minTrust: 'TRUSTED',
    onlyFields: ['name', 'shortDescription', 'description'],
    maxTextChange: 0.2,
    withoutLinks: true
  },
  then: 'APPROVE',
  samplePercent: 5
}

/** Examples of the operator's work on approval rules. */
export const approvalRuleExamples: Record<string, OperationExample> = {
  getApprovalRule: { path: { id: approvalRules.newProducts } },
  createApprovalRule: { response: 'The new approval rule', body: rule },
  updateApprovalRule: {
    response: 'The approval rule with the changes',
    path: { id: approvalRules.smallEdits },
    body: { isActive: false, samplePercent: 10 }
  },
  deleteApprovalRule: {
    response: 'The approval rule was deleted',
    path: { id: approvalRules.newPictures }
  },
  orderApprovalRules: {
    response: 'All approval rules, in their new order',
    body: {
      ids: [
        approvalRules.newProducts,
        approvalRules.otherProducts,
        approvalRules.newPictures,
        approvalRules.smallEdits
      ]
    }
  },
  listRuleApplicationEntries: {
    response: 'A page of the entries that would be approved',
    path: { id: generatedPreviewId },
    query: { decision: 'APPROVE' }
  },
  applyRulePreview: { path: { id: generatedPreviewId } },
  previewApprovalRules: {
    body: {
      rules: [
        { id: approvalRules.smallEdits, ...rule, isActive: true },
        {
          name: 'No advertising in measuring tools',
          isActive: true,
          when: { categoryIds: [categories.measuring], withoutWords: ['best price', 'free shipping'] },
          then: 'APPROVE'
        },
        {
          name: 'Everything else without links',
          isActive: true,
          when: { withoutLinks: true },
          then: 'QUEUE'
        }
      ]
    }
  }
}
