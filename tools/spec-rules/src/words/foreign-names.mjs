/**
 * Names of products and companies that a neutral contract does not mention: tracking services, makers of devices, and
 * providers of maps, files, messages and monitoring. Only names that are nothing else in English, as whole words.
 */
export const FOREIGN_NAMES = [
  ["Cartrack", "Fleetbase", "Fleetio", "Flespi", "Geotab", "GPSWOX", "Navixy", "OpenGTS", "Samsara", "ThingsBoard"],
  ["Traccar", "Verizon", "Webfleet", "Wialon"],
  ["CalAmp", "Concox", "Meitrack", "Queclink", "Ruptela", "Teltonika"],
  ["Google", "Mapbox", "MapTiler", "OpenStreetMap", "TomTom"],
  ["Cloudinary", "Dropbox", "Filepicker", "Filestack", "Uploadcare"],
  ["Firebase", "PubNub", "Twilio"],
  ["Bugsnag", "Datadog", "Hotjar", "LogRocket", "New Relic", "Zendesk"],
  ["Auth0", "Cloudflare", "Okta"],
].flat();
