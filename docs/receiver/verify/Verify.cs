using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    const long ToleranceS = 300;

    static bool IsSigned(byte[] secret, System.Collections.Specialized.NameValueCollection headers, byte[] body)
    {
        string id = headers["webhook-id"] ?? "";
        string timestamp = headers["webhook-timestamp"] ?? "";
        if (id == "" || !long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out long seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > ToleranceS) return false;
        byte[] signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        using (var hmac = new HMACSHA256(secret))
        {
            byte[] expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
            return (headers["webhook-signature"] ?? "").Split(' ')
                .Any(given => CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected));
        }
    }

    static void Main()
    {
        string text = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";
        byte[] secret = Convert.FromBase64String(text.Replace("whsec_", ""));
        string port = Environment.GetEnvironmentVariable("PORT") ?? "8080";
        var listener = new HttpListener();
        listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
        listener.Start();
        while (true)
        {
            HttpListenerContext context = listener.GetContext();
            var body = new MemoryStream();
            context.Request.InputStream.CopyTo(body);
            bool isSigned = IsSigned(secret, context.Request.Headers, body.ToArray());
            context.Response.StatusCode = isSigned ? 204 : 401;
            context.Response.Close();
            // The body is JSON with the event's type, timestamp and data.
            if (isSigned) Console.WriteLine(context.Request.Headers["webhook-id"] + " " + Encoding.UTF8.GetString(body.ToArray()));
        }
    }
}
