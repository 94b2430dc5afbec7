{% load static %}/**
 * The shell only: files of the site are kept for the next visit, and a page without a network
 * becomes the page that says so. Play, pages and the API always come from the network.
 */

const CACHE = "shell-1";
const OFFLINE = "{% url 'web:offline' %}";
const FILES = [OFFLINE, "{% static 'web/css/base.css' %}", "{% static 'web/icons/icon.svg' %}"];
const STATIC = "{% get_static_prefix %}";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== CACHE).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (url.pathname.startsWith(STATIC)) event.respondWith(networkFirst(request));
});

async function networkFirst(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
