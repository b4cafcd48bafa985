/*
 * A table controller. In: events {"type": …, "data": …} by lines. Out: what the dealer sees.
 * TABLES_URL=http://… TABLE_TOKEN=… java Controller.java JACKPOT TABLE FILE
 */
import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.time.Instant;
import java.util.*;
import java.util.regex.*;

public class Controller {
    static String jackpot, table, path;
    static Path file;
    static final HttpClient client = HttpClient.newHttpClient();
    static final Deque<String> waiting = new ArrayDeque<>();
    static final Set<String> stops = new TreeSet<>();
    static long next, heardAt = -1, since;
    static boolean isSilent;

    static HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(System.getenv("TABLES_URL") + path))
            .header("Authorization", "Bearer " + System.getenv("TABLE_TOKEN"));
    }

    /** A member of JSON as it is written: enough where Java has no JSON of its own. */
    static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":\\s*(\"[^\"]*\"|[^,}\\]]*)").matcher(json);
        return found.find() ? found.group(1).replace("\"", "").trim() : "";
    }

    /** On the disk before anything is sent, whole or not at all. */
    static synchronized void keep() throws IOException {
        Path own = Path.of(file + ".new");
        Files.writeString(own, next + "\n" + String.join("\n", waiting));
        try (FileChannel opened = FileChannel.open(own, StandardOpenOption.WRITE)) { opened.force(true); }
        Files.move(own, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static synchronized String whyClosed() {
        long now = System.nanoTime() / 1_000_000;
        boolean isLate = since > 0 && now - since > 10_000;
        if (heardAt < 0 || now - heardAt > 3_000 || isSilent || isLate) return "not-heard";
        return stops.isEmpty() ? "" : stops.iterator().next();
    }

    static synchronized void hear(String event, String data) {
        boolean isState = event.equals("state");
        if (isState) stops.clear();
        if (event.equals("suspended") || isState && !data.contains("\"suspended\":null")) stops.add("suspended");
        if (event.equals("blocked") || isState && data.contains("\"blocked\":true")) stops.add("blocked");
        if (event.equals("resumed")) stops.remove("suspended");
        if (event.equals("unblocked")) stops.remove("blocked");
        if (event.equals("claim")) System.out.println("{\"claim\":" + data + "}");
        if (!isState && !event.equals("pulse")) return;
        heardAt = System.nanoTime() / 1_000_000;
        isSilent = !data.contains("\"fault\":null");
    }

    static void listen() throws Exception {
        for (;; Thread.sleep(1_000)) {
            try {
                String[] event = {""};
                client.send(to(path + "/stream").build(), HttpResponse.BodyHandlers.ofLines()).body().forEach(line -> {
                    if (line.startsWith("event: ")) event[0] = line.substring(7);
                    if (line.startsWith("data: ")) hear(event[0], line.substring(6));
                });
            } catch (IOException | UncheckedIOException ended) { /* It is opened again. */ }
        }
    }

    /** One after the other, and the same bytes again until it is known what became of them. */
    static void send() throws Exception {
        for (;; Thread.sleep(20)) {
            String text;
            synchronized (Controller.class) {
                text = waiting.peek();
                if (text != null && since == 0) since = System.nanoTime() / 1_000_000;
            }
            if (text == null) continue;
            HttpRequest request = to("/v1/events").POST(HttpRequest.BodyPublishers.ofString(text))
                .header("Content-Type", "application/cloudevents+json").header("Prefer", "wait=30").build();
            String answer = "", outcome = "";
            try {
                var response = client.send(request, HttpResponse.BodyHandlers.ofString());
                answer = response.body();
                boolean isWrong = response.statusCode() == 400 || response.statusCode() == 413;
                outcome = isWrong ? "refused" : member(answer, "outcome");
            } catch (IOException lost) { /* It is sent again. */ }
            if (!outcome.equals("applied") && !outcome.equals("refused")) { Thread.sleep(1_000); continue; }
            synchronized (Controller.class) { waiting.remove(); since = 0; keep(); }
            System.out.println("{\"id\":\"" + member(text, "id") + "\",\"outcome\":\"" + outcome + "\",\"answer\":" + answer + "}");
        }
    }

    /** Above all that the table has used, whatever the clock here says. */
    static long first() throws Exception {
        String state = client.send(to(path).build(), HttpResponse.BodyHandlers.ofString()).body();
        String asOf = member(state, "asOf"), used = member(state, "sequence");
        long clock = asOf.equals("null") ? 0 : Instant.parse(asOf).toEpochMilli() * 1_000;
        return Math.max(clock, used.equals("null") ? 0 : Long.parseLong(used) + 1_000);
    }

    public static void main(String[] given) throws Exception {
        jackpot = given[0]; table = given[1]; file = Path.of(given[2]);
        path = "/v1/tables/" + jackpot + "/" + table;
        List<String> kept = Files.exists(file) ? Files.readAllLines(file) : List.of(String.valueOf(first()));
        next = Long.parseLong(kept.get(0));
        kept.stream().skip(1).filter(line -> !line.isEmpty()).forEach(waiting::add);
        for (var work : List.of("listen", "send")) {
            Thread thread = new Thread(() -> { try { if (work.equals("send")) send(); else listen(); } catch (Exception bug) { bug.printStackTrace(); System.exit(70); } });
            thread.setDaemon(true);
            thread.start();
        }
        for (String line : (Iterable<String>) new BufferedReader(new InputStreamReader(System.in)).lines()::iterator) {
            String why = line.contains("\"bet.placed\"") ? whyClosed() : "";
            if (!why.isEmpty()) { System.out.println("{\"outcome\":\"refused\",\"seat\":" + member(line, "seat") + ",\"reason\":\"" + why + "\",\"chip\":\"give-back\"}"); continue; }
            synchronized (Controller.class) {
                waiting.add("{\"specversion\":\"1.0\",\"id\":\"" + table + "/" + next + "\",\"source\":\"" + table + "\",\"subject\":\"" + jackpot + "\",\"sequence\":\"" + next + "\"," + line.trim().substring(1));
                next += 1;
                keep();
            }
        }
    }
}
