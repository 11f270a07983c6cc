/** Amazon CloudFront: the configurations for the distribution and its response headers. */

import { ALLOW, PREFLIGHT } from '../../core/contract/headers.ts';
import { NOT_ENUMERATED } from '../../core/contract/refusals.ts';
import { errorBodyPath } from '../../core/contract/site-paths.ts';
import type { HostSettings } from '../host.ts';
import { commonHeaders } from '../rules/file-headers.ts';

/** A list with its length, as in all of these configurations. */
const list = (items: readonly unknown[]) => ({ Quantity: items.length, Items: items });

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_ResponseHeadersPolicyConfig.html */
export function headersText({ cache }: HostSettings): string {
  const { allow = '', vary = '', 'access-control-expose-headers': exposed = '' } = commonHeaders(cache);
  const custom = Object.entries({ allow, vary }).map(([Header, Value]) => ({ Header, Value, Override: true }));
  const policy = {
    Name: 'stillwave',
    CorsConfig: {
      AccessControlAllowOrigins: list(['*']),
      AccessControlAllowHeaders: list(['*']),
      AccessControlAllowMethods: list(ALLOW.split(', ')),
      AccessControlExposeHeaders: list(exposed.split(', ')),
      AccessControlAllowCredentials: false,
      AccessControlMaxAgeSec: Number(PREFLIGHT['access-control-max-age']),
      OriginOverride: true,
    },
    CustomHeadersConfig: list(custom),
  };
  return `${JSON.stringify(policy, null, 2)}\n`;
}

/** Managed cache policies: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHE_POLICY = '4cc15a8a-d715-48a4-82b8-cc0b614638fe';

/** https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionConfig.html */
export function distributionText({ cache, upstream }: HostSettings): string {
  const files = {
    Id: 'files',
    DomainName: 'BUCKET.s3.amazonaws.com',
    OriginAccessControlId: 'ACCESS',
    S3OriginConfig: { OriginAccessIdentity: '' },
  };
  const handler = upstream === null ? [] : [customOrigin(new URL(upstream))];
  // A bucket that does not list its files returns 403 for a missing file. With an upstream, 404 is the upstream's own response.
  const missing = (upstream === null ? [403, 404] : [403]).map((ErrorCode) => ({
    ErrorCode,
    ResponseCode: String(NOT_ENUMERATED.status),
    ResponsePagePath: `/${errorBodyPath(String(NOT_ENUMERATED.status))}`,
    ErrorCachingMinTTL: cache.errors.maxAge,
  }));
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'PATCH', 'DELETE'];
  const distribution = {
    CallerReference: 'stillwave',
    Comment: 'Stillwave',
    Enabled: true,
    Origins: list([files, ...handler]),
    DefaultCacheBehavior: {
      TargetOriginId: 'files',
      ViewerProtocolPolicy: 'redirect-to-https',
      AllowedMethods: { ...list(methods), CachedMethods: list(['GET', 'HEAD']) },
      Compress: true,
      CachePolicyId: CACHE_POLICY,
      ResponseHeadersPolicyId: 'HEADERS',
      FunctionAssociations: list([{ FunctionARN: 'FUNCTION', EventType: 'viewer-request' }]),
    },
    CustomErrorResponses: list(missing),
  };
  return `${JSON.stringify(distribution, null, 2)}\n`;
}

function customOrigin({ hostname, port, protocol, pathname }: URL) {
  return {
    Id: 'handler',
    DomainName: hostname,
    OriginPath: pathname.replace(/\/$/, ''),
    CustomOriginConfig: {
      HTTPPort: protocol === 'http:' && port !== '' ? Number(port) : 80,
      HTTPSPort: protocol === 'https:' && port !== '' ? Number(port) : 443,
      OriginProtocolPolicy: protocol === 'https:' ? 'https-only' : 'http-only',
    },
  };
}
