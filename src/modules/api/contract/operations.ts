import { z } from "zod";
import { checkDto, checkRequest } from "#src/modules/checker/index.server.ts";
import {
  orderDto,
  orderFilesDto,
  ordersDto,
  ordersInput,
  preparedOrderDto,
  prepareRequest,
} from "#src/modules/orders/index.server.ts";
import { pricesDto, quoteDto, quoteRequest } from "#src/modules/pricing/index.server.ts";
import {
  checkExample,
  orderExample,
  orderFilesExample,
  preparedExample,
  pricesExample,
  quoteExample,
} from "./examples.ts";
import type { Operation, Refused, Wire } from "./operation.ts";

const body: readonly Refused[] = [400, 401, 403, 413, 415, 422, 429];
const read: readonly Refused[] = [401, 403, 429];

const quote: Wire = { name: "Quote", schema: quoteDto, example: quoteExample };

const number = {
  name: "number",
  in: "path",
  schema: z.string(),
  description: "The order's number for people.",
  required: true,
} as const;

const prepared: Wire = { name: "PreparedOrder", schema: preparedOrderDto, example: preparedExample };

/** Every address that is described to programs, in the order in which people read them. */
export const operations: readonly Operation[] = [
  {
    id: "makeQuote",
    scopes: ["quotes"],
    method: "post",
    path: "/api/quotes",
    summary: "Price some work",
    description:
      "Prices the work now, and keeps the quote for 30 minutes. The same fields as in the order form, with the same words for what is wrong.",
    open: true,
    session: true,
    parameters: [],
    body: {
      name: "QuoteRequest",
      schema: quoteRequest,
      example: { service: "non-technical", subject: "Psychology", orderType: "writing", pages: 5, citedSources: 6 },
    },
    answer: quote,
    kept: false,
    refusals: body,
  },
  {
    id: "readQuote",
    scopes: ["quotes"],
    method: "get",
    path: "/api/quotes/{id}",
    summary: "Read a quote",
    description:
      "The quote as it was made. One that a signed-in person asked for belongs to that account; every other one to whoever holds its id.",
    open: true,
    session: true,
    parameters: [
      { name: "id", in: "path", schema: z.uuid(), description: "The id that the quote was given.", required: true },
    ],
    body: null,
    answer: quote,
    kept: false,
    refusals: [...read, 404],
  },
  {
    id: "readPrices",
    scopes: ["prices"],
    method: "get",
    path: "/api/prices",
    summary: "Read the price list",
    description: "Every rate, factor and fee that is published now. The ETag changes with the version.",
    open: true,
    session: true,
    parameters: [
      {
        name: "if-none-match",
        in: "header",
        schema: z.string(),
        description: "The ETag that you have: the answer is then 304 without a body.",
        required: false,
      },
    ],
    body: null,
    answer: { name: "PriceList", schema: pricesDto, example: pricesExample },
    kept: true,
    refusals: read,
  },
  {
    id: "checkText",
    scopes: ["checks"],
    method: "post",
    path: "/api/checks",
    summary: "Check a text",
    description:
      "Says whether the style of a text resembles machine-written text, or that nobody can tell. The text is neither stored nor logged. An answer is no proof against anybody.",
    open: false,
    session: true,
    parameters: [],
    body: {
      name: "CheckRequest",
      schema: checkRequest,
      example: { text: "At least 50 words of English prose. From 150 words on an answer is worth more." },
    },
    answer: { name: "Check", schema: checkDto, example: checkExample },
    kept: false,
    refusals: body,
  },
  {
    id: "listOrders",
    scopes: ["orders", "orders:write"],
    method: "get",
    path: "/api/orders",
    summary: "List orders",
    description:
      "Orders, the newest first, 50 an answer. To read on, send what older said. A key for orders reads every order; a partner's key those that came of what the partner prepared. No name and no text of anybody is in it.",
    open: false,
    session: false,
    parameters: [
      {
        name: "status",
        in: "query",
        schema: ordersInput.shape.status,
        description: "Only orders in this state.",
        required: false,
      },
      {
        name: "older",
        in: "query",
        schema: ordersInput.shape.older,
        description: "Where the answer before this one ended.",
        required: false,
      },
    ],
    body: null,
    answer: { name: "Orders", schema: ordersDto, example: { orders: [orderExample], older: null } },
    kept: false,
    refusals: [...read, 422],
  },
  {
    id: "prepareOrder",
    scopes: ["orders:write"],
    method: "post",
    path: "/api/orders",
    summary: "Prepare an order for a client",
    description:
      "Leaves a filled-in order form for 7 days and answers a link. Nothing is ordered yet: the client opens the link, signs in, checks the form, accepts the terms and the promise, and pays at the price of that moment. What you do not know you leave out, and the client fills it in.",
    open: false,
    session: false,
    parameters: [
      {
        name: "idempotency-key",
        in: "header",
        schema: z.string().min(8).max(100),
        description: "Your own name of this order. Sent again with the same fields it answers the same prepared order.",
        required: true,
      },
    ],
    body: {
      name: "PrepareRequest",
      schema: prepareRequest,
      example: {
        ...{ service: "non-technical", subject: "Psychology", orderType: "writing", pages: 5, citedSources: 6 },
        ...{ title: "Memory and sleep", instructions: "Compare two studies on sleep and memory.", country: "DE" },
      },
    },
    answer: prepared,
    kept: false,
    refusals: [...body, 409],
  },
  {
    id: "readPreparedOrder",
    scopes: ["orders:write"],
    method: "get",
    path: "/api/orders/prepared/{id}",
    summary: "Read a prepared order",
    description: "Whether its client has sent it, and the number of the order then.",
    open: false,
    session: false,
    parameters: [
      { name: "id", in: "path", schema: z.guid(), description: "The id that it was given.", required: true },
    ],
    body: null,
    answer: prepared,
    kept: false,
    refusals: [...read, 404],
  },
  {
    id: "readOrder",
    scopes: ["orders", "orders:write"],
    method: "get",
    path: "/api/orders/{number}",
    summary: "Read an order",
    description: "State, deadline and price of one order.",
    open: false,
    session: false,
    parameters: [number],
    body: null,
    answer: { name: "Order", schema: orderDto, example: orderExample },
    kept: false,
    refusals: [...read, 404],
  },
  {
    id: "listOrderFiles",
    scopes: ["orders:write"],
    method: "get",
    path: "/api/orders/{number}/files",
    summary: "List the files of an order",
    description:
      "Files of an order that you prepared, after its client allowed it on the page of the order: what the client sent, and what came with deliveries that the client has opened. The client can end this at any time.",
    open: false,
    session: false,
    parameters: [number],
    body: null,
    answer: { name: "OrderFiles", schema: orderFilesDto, example: orderFilesExample },
    kept: false,
    refusals: [...read, 404],
  },
  {
    id: "readOrderFile",
    scopes: ["orders:write"],
    method: "get",
    path: "/api/orders/{number}/files/{id}",
    summary: "Download a file of an order",
    description:
      "The bytes of a file of the list, a copy without personal details. 409 while the file is still checked, or where personal details could not be taken out.",
    open: false,
    session: false,
    parameters: [
      number,
      { name: "id", in: "path", schema: z.guid(), description: "The id of the file in the list.", required: true },
    ],
    body: null,
    answer: null,
    kept: false,
    refusals: [...read, 404, 409],
  },
];
