// Draws a picture over HTTP: go run render.go photo.png [http://localhost:8787]
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
)

func main() {
	service := "http://localhost:8787"
	if len(os.Args) > 2 {
		service = os.Args[2]
	}
	for _, columns := range []string{"60", "3"} {
		art, err := render(service, os.Args[1], url.Values{"columns": {columns}})
		if err != nil {
			// every error says what to do
			fmt.Println(err)
			continue
		}
		fmt.Print(art)
	}
}

func render(service, path string, options url.Values) (string, error) {
	photo, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer photo.Close()
	// the service looks at the bytes: any image/* will do
	response, err := http.Post(service+"/api/v1/render?"+options.Encode(), "image/*", photo)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var problem struct{ Detail string }
		if err := json.NewDecoder(response.Body).Decode(&problem); err != nil {
			return "", fmt.Errorf("the service answered %s", response.Status)
		}
		return "", fmt.Errorf("%s", problem.Detail)
	}
	body, err := io.ReadAll(response.Body)
	return string(body), err
}
