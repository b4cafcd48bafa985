import '#service/bounded-memory';

// Only the process that stays loads the service, not the one that it replaces.
await import('./serve.js');
