import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { TracesConfig } from "#src/config.ts";
import type { Tracing } from "./observer.ts";

const timeoutMs = 3_000;

/**
 * Traces of OpenTelemetry: a span for a request, and in it one for each command, query and job, under the names of the
 * code. The exporter reads the standard variables itself. A trace that a sender names in its headers is not continued:
 * anybody could name one.
 */
export async function openTraces({ ratio }: TracesConfig): Promise<Tracing> {
  const detectors = [serviceNameEnvDetector, resourceAttributesEnvDetector];
  const given = detectResources({ detectors });
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "paperwright" }))
    .merge(given);
  const provider = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("paperwright");
  const parents = new AsyncLocalStorage<Context>();
  const within = async <T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> => {
    try {
      return await parents.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // The kind alone: what an error says may hold what somebody typed.
      span.setStatus({ code: SpanStatusCode.ERROR });
      if (error instanceof Error) span.setAttribute("error.type", error.name);
      throw error;
    }
  };
  return {
    request: async (work, about) => {
      const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      try {
        await within(span, ROOT_CONTEXT, work);
        const { id, method, route, status } = about();
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
          "paperwright.request.id": id,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      } finally {
        span.end();
      }
    },
    step: async (name, work) => {
      const parent = parents.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, {}, parent);
      try {
        return await within(span, parent, work);
      } finally {
        span.end();
      }
    },
    flushed: () => provider.forceFlush({ timeoutMillis: timeoutMs }),
  };
}
