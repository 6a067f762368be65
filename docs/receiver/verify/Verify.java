import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    static final long TOLERANCE_S = 300;

    static boolean isSigned(byte[] secret, Headers headers, byte[] body) throws Exception {
        String id = headers.getFirst("webhook-id");
        String timestamp = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || id.isEmpty() || signatures == null) return false;
        if (timestamp == null || !timestamp.matches("[0-9]{1,15}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_S) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        String expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        for (String given : signatures.split(" ")) {
            // Compares in constant time.
            if (MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8))) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        byte[] secret = Base64.getDecoder().decode(System.getenv("WEBHOOK_SECRET").replaceFirst("^whsec_", ""));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean signed;
            try {
                signed = isSigned(secret, exchange.getRequestHeaders(), body);
            } catch (Exception error) {
                signed = false;
            }
            exchange.sendResponseHeaders(signed ? 204 : 401, -1);
            exchange.close();
            if (signed) {
                // The body is JSON with the event's type, timestamp and data.
                System.out.println(exchange.getRequestHeaders().getFirst("webhook-id") + " " + new String(body, StandardCharsets.UTF_8));
            }
        });
        server.start();
    }
}
