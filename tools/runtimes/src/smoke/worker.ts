/** In workerd: answers a POST of the options with the report, both as JSON. */
import { journey } from "./journey.ts";

// oxlint-disable-next-line import/no-default-export -- workerd calls the default export
export default {
  async fetch(request: Request): Promise<Response> {
    return Response.json(await journey(await request.json()));
  },
};
